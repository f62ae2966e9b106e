import { z } from 'zod'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { readPythonList } from './python-list.ts'

/**
 * A row of SWE-bench and of data sets that are made like it. Fields as of its version 5.0.1; FAIL_TO_PASS and
 * PASS_TO_PASS are lists, or the text of one, as JSON or (SWE-Gym, SWE-bench Pro) as Python prints it. Other names for
 * the same: SWE-bench Pro writes these small, SWE-PolyBench `F2P`, Multi-SWE-bench keeps tests by name and has its commit
 * in `base`; images have a name of their own in almost every set.
 * `hints_text` and `patch` hold the answer: neither reaches the agent. `environment_setup_commit` and `version` choose an
 * image in SWE-bench’s own harness, and say nothing that a check on this computer needs.
 * Source: https://www.swebench.com/SWE-bench/guides/datasets/, and the data sets named.
 */

const names = z.preprocess((value) => (typeof value === 'string' ? testsIn(value) : value), z.array(z.string()))

function jsonOf(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return readPythonList(text) ?? text
  }
}

/** Tests as text: a list of JSON, Python or numpy, a name a line, or one; commas stand between names of pytest alone. */
function testsIn(text: string): unknown {
  const read = jsonOf(text)
  if (typeof read !== 'string' || text.trim().startsWith('[')) return read
  const lines = text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const [only = '', ...more] = lines
  const parts = only.split(/, ?/)
  if (more.length === 0 && parts.every((part) => /^[^\s[\]]+\.py::[^\s[\]]+$/.test(part))) return parts
  return lines.every((line) => /^\S+\.py::\S|^\w+ \([\w.]+\)$/.test(line)) ? lines : text
}

/** Some texts of SWE-bench Pro are written as JSON. */
const problem = z.string().transform((text) => {
  const read = z.string().safeParse(/^\s*".*"\s*$/s.test(text) ? jsonOf(text) : null)
  return (read.data ?? text).trim()
})

const row = z.object({
  instance_id: z.union([z.string(), z.number().transform(String)]).pipe(z.string().min(1).max(200)),
  repo: z
    .string()
    .max(300)
    .transform((text) =>
      text
        .trim()
        .replace(/^(?:https?:\/\/|git@)(?:www\.)?github\.com[/:]/, '')
        .replace(/(?:\.git)?\/?$/, ''),
    )
    .pipe(z.string().regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)?$/, 'it is not owner/name')),
  base_commit: z
    .string('it names no commit to start from; rows of SWE-smith have an image instead, which is not supported')
    .min(7, 'a commit has 7 characters at least')
    .max(64, 'it is longer than a commit'),
  problem_statement: problem.pipe(z.string().min(1)),
  /** Of SWE-bench Pro: what else the tests ask for. */
  requirements: problem.nullish(),
  interface: problem.nullish(),
  patch: z.string().nullish(),
  test_patch: z.string().nullish(),
  FAIL_TO_PASS: names,
  PASS_TO_PASS: names.nullish().transform((tests) => tests ?? []),
  difficulty: z.string().nullish(),
  /** The image that its tests need. */
  image: z.string().nullish(),
  /** Of SWE-bench Multimodal: pictures in the problem, by their addresses. */
  image_assets: z.unknown().optional(),
})
export type SweBenchRow = z.infer<typeof row>

/** Names of the image: of SWE-bench 5, SWE-bench Pro, SWE-rebench, SWE-smith, and others. */
const imageNames = ['image', 'dockerhub_tag', 'docker_image', 'image_name', 'docker_image_name', 'image_url'] as const
const otherNames = { FAIL_TO_PASS: ['fail_to_pass', 'F2P'], PASS_TO_PASS: ['pass_to_pass', 'P2P'] } as const

export const sweBenchRow = z.preprocess((value) => {
  if (!isRecord(value)) return value
  const own = isMultiRow(value) ? ofMulti(value) : value
  const known: { [field: string]: unknown } = { ...own }
  for (const [field, others] of Object.entries(otherNames))
    known[field] ??= others.map((name) => own[name]).find((each) => each !== undefined)
  known['image'] = imageNames.map((name) => own[name]).find((each) => typeof each === 'string' && each !== '')
  return known
}, row)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is of one of these data sets, complete or not. */
export const isSweBenchRow = (value: unknown): boolean =>
  isRecord(value) &&
  (isMultiRow(value) ||
    ('instance_id' in value && ['base_commit', 'FAIL_TO_PASS', 'problem_statement'].some((field) => field in value)))

const isMultiRow = (value: Readonly<Record<string, unknown>>): boolean => 'org' in value && 'fix_patch' in value

const multi = z.object({
  org: z.string(),
  repo: z.string(),
  number: z.union([z.number(), z.string()]),
  instance_id: z.string().optional(),
  base: z.object({ sha: z.string() }),
  title: z.string().nullish(),
  body: z.string().nullish(),
  resolved_issues: z.array(z.object({ title: z.string().nullish(), body: z.string().nullish() })).default([]),
  fix_patch: z.string().nullish(),
  test_patch: z.string().nullish(),
  f2p_tests: z.record(z.string(), z.unknown()).default({}),
  s2p_tests: z.record(z.string(), z.unknown()).default({}),
  n2p_tests: z.record(z.string(), z.unknown()).default({}),
  p2p_tests: z.record(z.string(), z.unknown()).default({}),
})

/** A row of Multi-SWE-bench with the fields of the others; its problem is the issues that were resolved. */
function ofMulti(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { data } = multi.safeParse(value)
  if (data === undefined) return { instance_id: value['instance_id'] ?? `${value['org']}__${value['repo']}` }
  const issues = data.resolved_issues.length > 0 ? data.resolved_issues : [data]
  return {
    instance_id: data.instance_id ?? `${data.org}__${data.repo}-${data.number}`,
    repo: `${data.org}/${data.repo}`,
    base_commit: data.base.sha,
    problem_statement: issues.map(({ title, body }) => `${title ?? ''}\n\n${body ?? ''}`.trim()).join('\n\n'),
    patch: data.fix_patch,
    test_patch: data.test_patch,
    FAIL_TO_PASS: [data.f2p_tests, data.s2p_tests, data.n2p_tests].flatMap((tests) => Object.keys(tests)),
    PASS_TO_PASS: Object.keys(data.p2p_tests),
  }
}

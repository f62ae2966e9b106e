import { z } from 'zod'
import { check } from '../../src-shared/comparison/comparison.ts'
import { readPythonList } from './python-list.ts'
import type { ReadTask, RefusedTask } from './read-task.ts'

/**
 * Rows of SWE-bench. Fields as of its version 5.0.1; FAIL_TO_PASS and PASS_TO_PASS are lists, or the text of one, as
 * JSON or (SWE-Gym, SWE-bench Pro) as Python prints it. SWE-bench Pro writes these names small, and its problem has more parts.
 * `hints_text` and `patch` hold the answer: neither reaches the agent. `environment_setup_commit` and `version` choose an
 * image in SWE-bench’s own harness, and say nothing that a check on this computer needs.
 * Source: https://www.swebench.com/SWE-bench/guides/datasets/
 */

export interface SweBenchOptions {
  /** Command that runs tests, with `{tests}` for their names; null: pytest, if the names are pytest's. */
  readonly testCommand: string | null
  readonly platform: NodeJS.Platform
}

const names = z.preprocess((value) => (typeof value === 'string' ? jsonOf(value) : value), z.array(z.string()))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return readPythonList(text) ?? text
  }
}

/** Some texts of SWE-bench Pro are written as JSON. */
const problem = z.string().transform((text) => {
  const read = z.string().safeParse(/^\s*".*"\s*$/s.test(text) ? jsonOf(text) : null)
  return (read.data ?? text).trim()
})

const row = z.object({
  instance_id: z.string().min(1).max(200),
  repo: z
    .string()
    .max(300)
    .regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)?$/, 'it is not owner/name'),
  base_commit: z.string().min(7).max(64),
  problem_statement: problem.pipe(z.string().min(1)),
  /** Of SWE-bench Pro: what else the tests ask for. */
  requirements: problem.nullish(),
  interface: problem.nullish(),
  patch: z.string().nullish(),
  test_patch: z.string().nullish(),
  FAIL_TO_PASS: names,
  PASS_TO_PASS: names.default([]),
  difficulty: z.string().nullish(),
  /** From 5.0 on a row may name the image that its tests need. */
  image: z.string().nullish(),
  /** Its name in SWE-bench Pro. */
  dockerhub_tag: z.string().nullish(),
})

const rowOf = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null) return value
  const small = { ...('fail_to_pass' in value && { FAIL_TO_PASS: value.fail_to_pass }) }
  return { ...small, ...('pass_to_pass' in value && { PASS_TO_PASS: value.pass_to_pass }), ...value }
}, row)

export const isSweBenchRow = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'instance_id' in value && 'base_commit' in value

/** @param line where it is, for a row without a name */
export function sweBenchTask(value: unknown, line: string, options: SweBenchOptions): ReadTask | RefusedTask {
  const read = rowOf.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { name: line, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'It is not a row of SWE-bench.'}` }
  }
  const { instance_id: name, repo, base_commit, difficulty, patch, test_patch } = read.data
  const image = read.data.image || read.data.dockerhub_tag
  const tests = [...read.data.FAIL_TO_PASS, ...read.data.PASS_TO_PASS]
  if (tests.length === 0) return { name, why: 'It names no tests, so nothing could tell whether it was solved.' }
  const command = commandFor(tests, options)
  if (typeof command !== 'string') return { name, ...command }
  return {
    format: 'swe-bench',
    name,
    message: messageOf(read.data),
    start: { kind: 'commit', repository: repo, commit: base_commit },
    setUpCommand: null,
    check: check.parse({ command, timeLimitMs: 1_800_000 }),
    hidden: test_patch ? { kind: 'patch', patch: test_patch } : null,
    solution: patch ? { files: { kind: 'patch', patch }, command: null } : null,
    timeLimitMs: null,
    tags: difficulty ? [difficulty] : [],
    // A command that the user gave is for this computer.
    needs: image && options.testCommand === null ? ['container'] : [],
  }
}

/** As agents get it in SWE-bench Pro: the tests ask for what only the other parts name. */
function messageOf({ problem_statement, requirements, interface: added }: z.infer<typeof row>): string {
  const parts = [problem_statement]
  if (requirements) parts.push(`Requirements:\n${requirements}`)
  if (added) parts.push(`New interfaces introduced:\n${added}`)
  return parts.join('\n\n')
}

/** Characters. Linux has at most 128 KiB for one argument of a program, and `cmd` 8191 characters for a line. */
const longestCommand = (platform: NodeJS.Platform): number => (platform === 'win32' ? 8000 : 100_000)

/** Solved means that every test named passes: the command exits with 0 only then. */
function commandFor(tests: readonly string[], { testCommand, platform }: SweBenchOptions): string | { why: string } {
  const arePytest = tests.every((each) => /\.py(::|$)/.test(each))
  if (testCommand === null && !arePytest)
    return {
      why: 'Its tests are not named as pytest does. Give the command that runs them, with {tests} for their names.',
    }
  const template = testCommand ?? 'python -m pytest -q {tests}'
  if (!template.includes('{tests}')) return template
  const names = tests.map(nameForCommand)
  const unclear = tests.find((_, at) => names[at] === null)
  if (unclear !== undefined)
    return {
      why: `Its test “${unclear.slice(0, 200)}” is named by its description, which no command can run. Give a command without {tests}.`,
    }
  const command = template.replaceAll('{tests}', names.map((each) => quoted(each ?? '', platform)).join(' '))
  if (command.length <= longestCommand(platform)) return command
  return {
    why: `Its ${tests.length} tests are too many for one command. Give a command that runs all of them, without {tests}.`,
  }
}

/**
 * What a runner calls a test. Python’s unittest prints `test_a (module.Class)`, since 3.11 `test_a (module.Class.test_a)`,
 * and takes `module.Class.test_a`; for a test with a description it prints only that. Null: it can’t be known.
 */
function nameForCommand(printed: string): string | null {
  const [, test = '', owner = ''] = /^(\w+) \(([\w.]+)\)$/.exec(printed) ?? []
  if (test !== '') return owner.endsWith(`.${test}`) ? owner : `${owner}.${test}`
  return printed.includes(' ') && !/\.py(::|$)/.test(printed) ? null : printed
}

/** One argument for the shell of the system: `sh`, or `cmd` on Windows. */
function quoted(text: string, platform: NodeJS.Platform): string {
  if (/^[\w./:@=+-]+$/.test(text)) return text
  if (platform === 'win32') return `"${text.replaceAll('"', '""').replaceAll('%', '%%')}"`
  return `'${text.replaceAll("'", "'\\''")}'`
}

import { z } from 'zod'
import { excessInJson } from '../base/excess.ts'
import { plainText } from '../base/plain-text.ts'
import { messageReason } from './failure-reason.ts'
import type { FailingTest, TestReport } from './test-report.ts'

/** Values of a report, which has a few for each test. */
const maxValues = 500_000

const count = z.number().int().min(0).max(1e9)
const text = z.string().catch('')

/** `--json` of jest, and the reporter `json` of vitest. A file that fails without a failing test could not be loaded. */
const jest = z
  .object({
    numPassedTests: count,
    numFailedTests: count,
    numPendingTests: count.default(0),
    numTodoTests: count.default(0),
    testResults: z.array(
      z.object({
        name: text,
        status: text,
        message: text,
        assertionResults: z
          .array(
            z.object({
              title: text,
              ancestorTitles: z.array(text).catch([]),
              status: text,
              failureMessages: z.array(text).catch([]),
            }),
          )
          .catch([]),
      }),
    ),
  })
  .transform((report): TestReport => {
    const unloaded = report.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    )
    const tests = report.testResults.flatMap((file) =>
      file.assertionResults.filter(({ status }) => status === 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failing: [
        ...tests.map(({ title, ancestorTitles, failureMessages: [first = ''] }) =>
          failing([...ancestorTitles, title].join(' > '), first),
        ),
        ...unloaded.map(({ name, message }) => failing(name.split(/[/\\]/).at(-1) ?? name, message)),
      ],
    }
  })

/** The reporter `json` of mocha. */
const mocha = z
  .object({
    stats: z.object({ passes: count, failures: count, pending: count }),
    failures: z.array(z.object({ fullTitle: text, err: z.object({ message: text }).catch({ message: '' }) })),
  })
  .transform(({ stats, failures }): TestReport => {
    const named = failures.map(({ fullTitle, err }) => failing(fullTitle, err.message))
    return { passed: stats.passes, failed: stats.failures, skipped: stats.pending, failing: named }
  })

/** The format `json` of RSpec. */
const rspec = z
  .object({
    summary: z.object({
      example_count: count,
      failure_count: count,
      pending_count: count,
      errors_outside_of_examples_count: count.default(0),
    }),
    examples: z.array(
      z.object({ full_description: text, status: text, exception: z.object({ message: text }).nullish().catch(null) }),
    ),
  })
  .transform(({ summary, examples }): TestReport => {
    const { example_count: all, failure_count: failed, pending_count: skipped } = summary
    const named = examples.filter(({ status }) => status === 'failed')
    return {
      passed: Math.max(0, all - failed - skipped),
      failed: failed + summary.errors_outside_of_examples_count,
      skipped,
      failing: named.map(({ full_description: name, exception }) => failing(name, exception?.message ?? '')),
    }
  })

const spec = z.object({
  title: text,
  tests: z.array(
    z.object({
      status: text,
      results: z.array(z.object({ error: z.object({ message: text }).optional().catch(undefined) })).catch([]),
    }),
  ),
})
const suite = z.object({ title: text, specs: z.array(spec).catch([]), suites: z.array(z.unknown()).catch([]) })

/** The reporter `json` of Playwright. */
const playwright = z
  .object({
    stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    suites: z.array(z.unknown()),
    errors: z.array(z.unknown()).catch([]),
  })
  .transform(({ stats, suites, errors }): TestReport => {
    const named: FailingTest[] = []
    // A suite of a file is called by its path, which says nothing of the test.
    const open: { value: unknown; around: readonly string[]; isFile: boolean }[] = []
    for (const value of suites.toReversed()) open.push({ value, around: [], isFile: true })
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      const read = suite.safeParse(each.value).data
      if (read === undefined) continue
      const around = each.isFile ? [] : [...each.around, read.title]
      for (const { title, tests } of read.specs)
        for (const { status, results } of tests)
          if (status === 'unexpected')
            named.push(failing([...around, title].join(' > '), results[0]?.error?.message ?? ''))
      for (const value of read.suites.toReversed()) open.push({ value, around, isFile: false })
    }
    const { expected, unexpected, flaky, skipped } = stats
    return { passed: expected + flaky, failed: unexpected + errors.length, skipped, failing: named }
  })

/** The Common Test Report Format, ctrf.io, which reporters of many runners write. */
const ctrf = z
  .object({
    results: z.object({
      summary: z.object({ passed: count, failed: count, pending: count.default(0), skipped: count.default(0) }),
      tests: z.array(z.object({ name: text, status: text, message: text })),
    }),
  })
  .transform(({ results: { summary, tests } }): TestReport => {
    const named = tests.filter(({ status }) => status === 'failed')
    return {
      passed: summary.passed,
      failed: summary.failed,
      skipped: summary.pending + summary.skipped,
      failing: named.map(({ name, message }) => failing(name, message)),
    }
  })

const crash = z
  .object({ crash: z.object({ message: text }).optional().catch(undefined) })
  .optional()
  .catch(undefined)

/** The plugin `pytest-json-report`. A test whose set-up fails counts as failed, as in pytest's own words. */
const pytestJson = z
  .object({
    exitcode: z.number(),
    summary: z.object({
      passed: count.default(0),
      xpassed: count.default(0),
      failed: count.default(0),
      error: count.default(0),
      skipped: count.default(0),
      xfailed: count.default(0),
    }),
    tests: z.array(z.object({ nodeid: text, outcome: text, setup: crash, call: crash, teardown: crash })).default([]),
    collectors: z.array(z.object({ nodeid: text, outcome: text, longrepr: text })).default([]),
  })
  .transform(({ summary, tests, collectors }): TestReport => {
    const unloaded = collectors.filter(({ outcome }) => outcome === 'failed')
    const named = tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
    return {
      passed: summary.passed + summary.xpassed,
      failed: summary.failed + summary.error + unloaded.length,
      skipped: summary.skipped + summary.xfailed,
      failing: [
        ...named.map(({ nodeid, setup, call, teardown }) =>
          failing(
            nodeid.slice(nodeid.indexOf('::') + 2).replaceAll('::', ' > '),
            [setup, call, teardown].find((phase) => phase?.crash !== undefined)?.crash?.message ?? '',
          ),
        ),
        ...unloaded.map(({ nodeid, longrepr }) =>
          failing(nodeid, (longrepr.trim().split('\n').at(-1) ?? '').replace(/^E +/, '')),
        ),
      ],
    }
  })

/** Characters of a message that are read. */
const maxMessage = 2000

const failing = (name: string, message: string): FailingTest => {
  // Within JSON, what colors a terminal is escaped.
  const line =
    plainText(message.slice(0, maxMessage))
      .split('\n')
      .find((each) => each.trim() !== '') ?? ''
  return { name, reason: messageReason(line.trim()) }
}

const reports = z.union([jest, mocha, rspec, playwright, ctrf, pytestJson])

/** Parses a report in JSON, alone in the output or after other lines; null if there is none. */
export function readJsonReport(whole: string): TestReport | null {
  if (!/"(?:numPassedTests|stats|example_count|summary)"/.test(whole)) return null
  const from = /^\{/m.exec(whole)?.index
  const end = whole.lastIndexOf('}')
  if (from === undefined || end < from) return null
  const json = whole.slice(from, end + 1)
  if (excessInJson(json, maxValues) !== null) return null
  try {
    return reports.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

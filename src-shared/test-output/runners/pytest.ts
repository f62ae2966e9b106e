import { messageReason } from '../failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from '../test-report.ts'
import { brokenOff, firsts, partsOf, type Reader, sumBefore } from './found.ts'

/** `2 failed, 1 passed, 3 subtests passed, 1 error in 0.04s`, with or without a frame of `=`. */
const summary = /^(?:=+ )?(\d{1,9} [a-z]+[\da-z ,]*?) in \d[\d.]*s(?: \([\d:, a-z]+\))?(?: =+)?$/

/** `!!!!! KeyboardInterrupt !!!!!`, `! Interrupted: 1 error during collection !`, `! _pytest.outcomes.Exit: why !` */
const interrupted = /^!+ (KeyboardInterrupt|Interrupted: .+|[\w.]*Exit: .+) !+$/

/** The plugin pytest-sugar has a line for each count, below `Results (0.61s):`. */
const sugarSums = (lines: readonly string[]): string[] =>
  partsOf(lines, /^Results \([\d.]+s(?: \([\d:]+\))?\):$/).map(({ about }) =>
    firsts(about, /^ {6,}(\d{1,9} [a-z]+)$/).join(', '),
  )

/** Parses the output of pytest, also with `-q`. A test whose set-up fails counts as failed; subtests are no tests. */
export const readPytest: Reader = (lines) => {
  const sums = [...firsts(lines, summary), ...sugarSums(lines)]
    .map((each) => each.split(', '))
    .filter((each) => each.every((part) => /^\d+ [a-z]+(?: [a-z]+)?$/.test(part)))
    .filter((each) => each.some((part) => outcomes.test(part)))
    .map((each) => each.filter((part) => !/ subtests? passed$/.test(part)).join(', '))
  if (sums.length === 0) return null
  const listed = lines.flatMap(failingOf)
  const { failing, repeated } = withoutSubtests(listed)
  const report: TestReport = {
    passed: sumBefore(sums, 'passed') + sumBefore(sums, 'xpassed'),
    failed: Math.max(0, sumBefore(sums, 'failed') + sumBefore(sums, 'errors?') - repeated),
    skipped: sumBefore(sums, 'skipped') + sumBefore(sums, 'xfailed'),
    failing,
  }
  const why = firsts(lines, interrupted)[0]
  return why === undefined || report.failed > 0 ? report : brokenOff(report, 'The run broke off', why)
}

const outcomes = /^\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|reruns?)$/

interface Listed {
  readonly test: string
  /** What tells it from the other subtests of its test; empty: it is none. */
  readonly subtest: string
  readonly reason: FailureReason | null
}

/**
 * `FAILED test_a.py::TestX::test_in - AssertionError: assert 'a' == 'b'`, `SUBFAILED[what] (i=1) t.py::test_b - …`,
 * `ERROR test_b.py - ModuleNotFoundError: …` for a file. A name in brackets may hold anything.
 */
const heading = /^(?:(?:SUB)?FAILED|SUBFAIL|ERROR)((?:\[[^\]]*\])? ?(?:\([^)]*\))?) (\S.*?\.py)(?:::(.+))?$/

function failingOf(line: string): Listed[] {
  const match = heading.exec(line)
  if (match === null) return unloaded(line)
  const [, subtest = '', file = '', rest] = match
  if (rest === undefined) return [{ test: file, subtest: '', reason: null }]
  const id = /^[^[]*?(?= - )|^[^[]*\[.*?\](?= - |$)|^.*$/.exec(rest)?.[0] ?? rest
  const reason = messageReason(rest.slice(id.length).replace(/^ - /, ''))
  return [{ test: id.replaceAll('::', ' > '), subtest: subtest.trim(), reason }]
}

/** A file that could not be loaded, with the reason. */
function unloaded(line: string): Listed[] {
  const match = /^ERROR (\S+) - (.+)$/.exec(line)
  return match === null ? [] : [{ test: match[1] ?? '', subtest: '', reason: messageReason(match[2] ?? '') }]
}

/** pytest 9 lists and counts a test's failing subtests and then the test, older plugins only the subtests. */
function withoutSubtests(listed: readonly Listed[]) {
  const tests = new Set(listed.flatMap(({ test, subtest }) => (subtest === '' ? [test] : [])))
  const firstReason = new Map<string, FailureReason | null>()
  for (const { test, subtest, reason } of listed)
    if (subtest !== '' && !firstReason.has(test)) firstReason.set(test, reason)
  const kept = listed.filter(({ test, subtest }) => subtest === '' || !tests.has(test))
  const failing = kept.map(({ test, subtest, reason }): FailingTest => {
    const own = subtest === '' ? (firstReason.get(test) ?? reason) : reason
    return { name: `${test} ${subtest}`.trim(), reason: own }
  })
  return { failing, repeated: listed.length - kept.length }
}

import { messageReason } from './failure-reason.ts'
import type { FailingTest, TestReport } from './test-report.ts'

/** `2 failed, 1 passed, 1 skipped, 1 error in 0.04s`, with or without a frame of `=`. */
const summary = /^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s(?: \([\d:]+\))?(?: =+)?$/

/** Parses the output of pytest, also with `-q`. A test whose set-up fails counts as failed. */
export function readPytest(lines: readonly string[]): TestReport | null {
  const sums = lines.flatMap((line) => summary.exec(line)?.[1] ?? [])
  if (sums.length === 0) return null
  const count = (what: string) =>
    sums.reduce((all, each) => all + Number(new RegExp(`(\\d+) ${what}\\b`).exec(each)?.[1] ?? 0), 0)
  return {
    passed: count('passed') + count('xpassed'),
    failed: count('failed') + count('errors?'),
    skipped: count('skipped') + count('xfailed'),
    failing: lines.flatMap(failingOf),
  }
}

/** `FAILED test_a.py::TestX::test_in - AssertionError: assert 'a' == 'b'` */
function failingOf(line: string): FailingTest[] {
  const match = /^(?:FAILED|ERROR) (\S+?)::(.+?)(?: - (.*))?$/.exec(line)
  if (match === null) return []
  const message = match[3] ?? ''
  return [{ name: (match[2] ?? '').replaceAll('::', ' > '), reason: messageReason(message) }]
}

/** Parses the output of Python's `unittest`. */
export function readUnittest(lines: readonly string[]): TestReport | null {
  const ran = lines.flatMap((line) => /^Ran (\d+) tests? in /.exec(line)?.[1] ?? [])
  const ends = lines.filter((line) => /^(?:OK|FAILED)(?: \(.*\))?$/.test(line))
  if (ran.length === 0 || ends.length === 0) return null
  const count = (what: string) =>
    ends.reduce((all, each) => all + Number(new RegExp(`[( ]${what}=(\\d+)`).exec(each)?.[1] ?? 0), 0)
  const [failed, skipped] = [
    count('failures') + count('errors') + count('unexpected successes'),
    count('skipped') + count('expected failures'),
  ]
  const all = ran.reduce((sum, each) => sum + Number(each), 0)
  return { passed: Math.max(0, all - failed - skipped), failed, skipped, failing: unittestFailing(lines) }
}

function unittestFailing(lines: readonly string[]): FailingTest[] {
  return lines.flatMap((line, at) => {
    const name = /^(?:FAIL|ERROR): (.+?)(?: \(.+\))?$/.exec(line)?.[1]
    if (name === undefined || !/^-+$/.test(lines[at + 1] ?? '')) return []
    const message = lines.slice(at + 2, at + 60).find((each) => /^\w*(?:Error|Exception)\b/.test(each)) ?? ''
    return [{ name, reason: messageReason(message) }]
  })
}

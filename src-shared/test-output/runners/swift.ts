import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest, FailureReason } from '../test-report.ts'
import { matches, type Reader, sumBefore } from './found.ts'

/** XCTest says when each test begins and how it ends; its totals count suites within suites. */
const xctest = /^Test Case '(?:-\[)?([^'\]]+)\]?' (started|passed|failed|skipped)/
const xctestError = /: error: (?:-\[)?([\w.]+[. ]\w+)\]? : (.+)$/

/** Parses the output of XCTest. A test that began and did not end broke the run off. */
export const readXctest: Reader = (lines, isCut) => {
  if (isCut) return null
  const ends = new Map<string, string>()
  for (const [, name = '', how = ''] of matches(lines, xctest)) ends.set(name, how)
  if (ends.size === 0) return null
  const reasons = new Map<string, FailureReason | null>()
  for (const [, name = '', text = ''] of matches(lines, xctestError)) {
    const values = /^XCTAssertEqual failed: \("(.*)"\) is not equal to \("(.*)"\)/.exec(text)
    if (!reasons.has(name))
      reasons.set(name, values === null ? messageReason(text) : valuesReason(values[2], values[1]))
  }
  const count = (how: string) => [...ends.values()].filter((end) => end === how).length
  const failing = [...ends].flatMap(([name, how]): FailingTest[] => {
    if (how !== 'failed' && how !== 'started') return []
    const reason = how === 'failed' ? (reasons.get(name) ?? null) : messageReason('It began and did not end.')
    return [{ name: name.replace(/[. ](?=\w+$)/, ' > '), reason }]
  })
  return { passed: count('passed'), failed: failing.length, skipped: count('skipped'), failing }
}

/** `✘ Test run with 3 tests in 1 suite failed after 0.001 seconds with 1 issue.` of Swift Testing. */
const swiftEnd = /^\S+ +Test run with (\d{1,9}) tests?(?: in \d+ suites?)? (?:passed|failed) after /
const swiftTest = /^(\S+) +Test (.+?)(?: with \d+ test cases)? (failed after .+|skipped.*)$/

/** Parses the output of Swift Testing. */
export const readSwiftTesting: Reader = (lines) => {
  const ends = matches(lines, swiftEnd)
  if (ends.length === 0) return null
  const all = ends.reduce((sum, match) => sum + Number(match[1]), 0)
  const tests = matches(lines, swiftTest).filter((match) => !/^(?:run|case) /.test(match[2] ?? ''))
  const issues = new Map<string, string>()
  for (const [, name = '', text = ''] of matches(lines, /^\S+ +Test (.+?) recorded an issue(?: .*?)? at \S+: (.+)$/))
    if (!issues.has(name)) issues.set(name, text)
  const failing = tests
    .filter((match) => match[3]?.startsWith('failed'))
    .map(([, , name = '']) => ({
      name: name.replace(/^"(.*)"$/, '$1'),
      reason: messageReason(issues.get(name) ?? ''),
    }))
  const skipped = tests.filter((match) => match[3]?.startsWith('skipped')).length
  return { passed: Math.max(0, all - failing.length - skipped), failed: failing.length, skipped, failing }
}

/** `00:01 +2 ~1 -1: Some tests failed.` of Dart and Flutter. */
export const readDart: Reader = (lines) => {
  const end = matches(
    lines,
    /^[\d:]+ \+(\d{1,9})(?: ~(\d{1,9}))?(?: -(\d{1,9}))?: (?:All|Some) tests (?:passed!|skipped\.|failed\.)$/,
  ).at(-1)
  if (end === undefined) return null
  const failing = matches(lines, /^[\d:]+ \+\d+(?: ~\d+)?(?: -\d+)?: (?:\S+\.dart: )?(.+) \[E\]$/).map(
    ([, name = '']) => ({ name, reason: null }),
  )
  return { passed: Number(end[1]), failed: Number(end[3] ?? 0), skipped: Number(end[2] ?? 0), failing }
}

/** `2/3 tests passed; 1 failed` of a build of Zig, `All 3 tests passed.` and `2 passed; 1 skipped; 1 failed.` of a test program. */
export const readZig: Reader = (lines) => {
  const build = matches(lines, /^Build Summary: .*?; (\d{1,9})\/(\d{1,9}) tests passed(.*)$/).at(-1)
  const failing = matches(lines, /^error: '(.+)' failed/).map(([, name = '']) => ({ name, reason: null }))
  if (build !== undefined) {
    const skipped = sumBefore([build[3] ?? ''], 'skipped')
    const passed = Number(build[1])
    return { passed, failed: Math.max(0, Number(build[2]) - passed - skipped), skipped, failing }
  }
  const sums = matches(lines, /^(?:All (\d{1,9}) tests passed\.|(\d+ passed; \d+ skipped; \d+ failed)\.)$/)
  if (sums.length === 0) return null
  const texts = sums.map((match) => match[2] ?? `${match[1]} passed`)
  return {
    passed: sumBefore(texts, 'passed'),
    failed: sumBefore(texts, 'failed'),
    skipped: sumBefore(texts, 'skipped'),
    failing,
  }
}

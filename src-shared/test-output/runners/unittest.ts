import { messageReason } from '../failure-reason.ts'
import type { FailingTest } from '../test-report.ts'
import { eachOnce, firsts, maxAbout, partsOf, type Reader, sumAfter } from './found.ts'

/**
 * Parses the output of Python's `unittest`, also as Django's runner, nose2, green, Twisted's trial and unittest-xml-reporting
 * print it. A test with failing subtests is one.
 */
export const readUnittest: Reader = (lines) => {
  const ran = firsts(lines, /^Ran (\d{1,9}) tests? in /)
  const ends = lines.filter((line) => /^(?:OK|FAILED|PASSED|NO TESTS RAN)(?: \(.*\))?$/.test(line))
  if (ran.length === 0 || ends.length === 0) return null
  const all = ran.reduce((sum, each) => sum + Number(each), 0)
  const sums = ends.map(inWordsOfUnittest)
  const headings = headingsOf(lines)
  const entries = sumAfter(sums, '(?<!expected )failures') + sumAfter(sums, 'errors')
  // Several entries of one test: its subtests. Those of classes and modules are of no test that ran.
  const repeated = headings.length - new Set(headings.map(({ id }) => id)).size
  const outside = new Set(headings.filter(({ isTest }) => !isTest).map(({ id }) => id)).size
  const failed = Math.max(0, entries - repeated) + sumAfter(sums, 'unexpected successes')
  const skipped = sumAfter(sums, 'skipped') + sumAfter(sums, 'expected failures')
  const passed = Math.max(0, all - (failed - outside) - skipped)
  const failing = headings.map(({ name, reason }) => ({ name, reason }))
  return { passed, failed, skipped, failing: eachOnce([...failing, ...trialFailing(lines)]) }
}

/** Green and trial have other words for the same counts. */
const inWordsOfUnittest = (end: string): string =>
  end
    .replaceAll('_', ' ')
    .replace(/([a-z])([FS])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace('skips=', 'skipped=')

/** Trial: `[FAIL]`, the traceback, and the names of the tests that failed so. */
const trialFailing = (lines: readonly string[]): FailingTest[] =>
  partsOf(lines, /^\[(?:FAIL|ERROR)\]$/).flatMap(({ about }) => {
    const end = about.findIndex((line) => /^[=-]{20,}$/.test(line))
    const own = about.slice(0, end < 0 ? 0 : end)
    const message = own.find((line) => errorLine.test(line)) ?? ''
    return firsts(own, /^[\w.]+\.(\w+)$/).map((name) => ({ name, reason: messageReason(message) }))
  })

/** The last line of a traceback. */
const errorLine = /^[\w.]*(?:Error|Exception|Failure|Warning|Timeout|FailTest)\b/

interface Heading extends FailingTest {
  /** Method and class, without what tells subtests apart. */
  readonly id: string
  readonly isTest: boolean
}

/** `FAIL: test_sum (app.T.test_sum) (i=1)`, `FAIL [0.001s]: …`; green: `Failure in app.T.test_sum`. */
const headingLine =
  /^(?:(?:FAIL|ERROR|UNEXPECTED SUCCESS)(?: \[[\d.]+s\])?: ([^(< ]+)(?: \(([^)]*)\))?|(?:Failure|Error|Unexpected success) in ([\w.]+\.\w+)(?: .*)?$)/

/** A line of the test's docstring may follow, then dashes. */
function headingsOf(lines: readonly string[]): Heading[] {
  return lines.flatMap((line, at) => {
    const match = headingLine.exec(line)
    const rule = lines.slice(at + 1, at + 4).findIndex((each) => /^-{20,}$/.test(each))
    if (match === null || (rule < 0 && match[3] === undefined)) return []
    const dotted = (match[3] ?? '').split('.')
    const name = match[1] ?? dotted.at(-1) ?? ''
    const of = match[2] ?? dotted.slice(0, -1).join('.')
    const about = lines.slice(at + rule + 2, at + rule + 2 + maxAbout)
    const message = about.find((each) => errorLine.test(each)) ?? ''
    const isTest = !/^(?:setUp|tearDown)(?:Class|Module)$/.test(name)
    return [{ name, id: `${name} ${of}`, isTest, reason: messageReason(message) }]
  })
}

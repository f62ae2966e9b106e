import { messageReason } from '../failure-reason.ts'
import type { FailingTest } from '../test-report.ts'
import { eachOnce, firsts, maxAbout, type Reader, sumAfter } from './found.ts'

/** Parses the output of Python's `unittest`, also as Django's runner prints it. A test with failing subtests is one. */
export const readUnittest: Reader = (lines) => {
  const ran = firsts(lines, /^Ran (\d{1,9}) tests? in /)
  const ends = lines.filter((line) => /^(?:OK|FAILED|PASSED|NO TESTS RAN)(?: \(.*\))?$/.test(line))
  if (ran.length === 0 || ends.length === 0) return null
  const all = ran.reduce((sum, each) => sum + Number(each), 0)
  const headings = headingsOf(lines)
  const entries = sumAfter(ends, 'failures') + sumAfter(ends, 'errors')
  // Several entries of one test: its subtests. Those of classes and modules are of no test that ran.
  const repeated = headings.length - new Set(headings.map(({ id }) => id)).size
  const outside = new Set(headings.filter(({ isTest }) => !isTest).map(({ id }) => id)).size
  const failed = Math.max(0, entries - repeated) + sumAfter(ends, 'unexpected successes')
  const skipped = sumAfter(ends, 'skipped') + sumAfter(ends, 'expected failures')
  const passed = Math.max(0, all - (failed - outside) - skipped)
  return { passed, failed, skipped, failing: eachOnce(headings.map(({ name, reason }) => ({ name, reason }))) }
}

interface Heading extends FailingTest {
  /** Method and class, without what tells subtests apart. */
  readonly id: string
  readonly isTest: boolean
}

/** `FAIL: test_sum (app.T.test_sum) (i=1)`; a line of the test's docstring may follow, then dashes. */
function headingsOf(lines: readonly string[]): Heading[] {
  return lines.flatMap((line, at) => {
    const match = /^(?:FAIL|ERROR): ([^( ]+)(?: \(([^)]*)\))?/.exec(line)
    const rule = lines.slice(at + 1, at + 4).findIndex((each) => /^-{20,}$/.test(each))
    if (match === null || rule < 0) return []
    const [, name = '', of = ''] = match
    const about = lines.slice(at + rule + 2, at + rule + 2 + maxAbout)
    const message = about.find((each) => /^[\w.]*(?:Error|Exception|Failure|Warning|Timeout)\b/.test(each)) ?? ''
    const isTest = !/^(?:setUp|tearDown)(?:Class|Module)$/.test(name)
    return [{ name, id: `${name} ${of}`, isTest, reason: messageReason(message) }]
  })
}

import { messageReason } from '../failure-reason.ts'
import { brokenOff, eachOnce, firsts, matches, partsOf, type Reader, sumAfter } from './found.ts'

/** `[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 1, Flakes: 1`: of a module; with a time: of a class. */
const surefireEnd =
  /^(?:\[\w+\] +)?(Tests run: +\d{1,9}, +Failures: +\d{1,9}, +Errors: +\d{1,9}, +Skipped: +\d{1,9}(?:, Flakes: \d+)?)$/
const surefireTest = /^(?:\[ERROR\] +)?(?:(\S.*?) +(?:-- )?Time elapsed: [\d.,]+ s(?:ec)? +<<< (?:FAILURE|ERROR)!)/

/** Parses the output of Maven Surefire and Failsafe, all modules together. */
export const readMaven: Reader = (lines) => {
  const sums = firsts(lines, surefireEnd)
  const crash = firsts(
    lines,
    /(The forked VM terminated without .*|There was a timeout or other error in the fork.*)$/,
  )[0]
  if (sums.length === 0 && crash === undefined) return null
  const [failed, skipped] = [sumAfter(sums, 'Failures') + sumAfter(sums, 'Errors'), sumAfter(sums, 'Skipped')]
  const failing = partsOf(lines, surefireTest)
    .filter(({ heading }) => !/^Tests run:/.test(heading[1] ?? ''))
    .map(({ heading, about }) => ({
      name: javaName(heading[1] ?? ''),
      reason: messageReason(/^\[/.test(about[0] ?? '') ? '' : (about[0] ?? '')),
    }))
  const passed = Math.max(0, sumAfter(sums, 'Tests run') - failed - skipped)
  const report = { passed, failed, skipped, failing: eachOnce(failing) }
  return crash === undefined ? report : brokenOff(report, 'The run broke off', crash)
}

/** `ex.ATest.b` and `b(ex.ATest)` as class and method. */
function javaName(text: string): string {
  const old = /^(\S+)\(([\w.$]+)\)$/.exec(text)
  if (old !== null) return `${old[2]} > ${old[1]}`
  const dot = /^([\w.$]+)\.(\w.*)$/.exec(text)
  // What begins with a capital is a class, which failed as a whole.
  return dot === null || /^[A-Z]\w*$/.test(dot[2] ?? '') ? text : `${dot[1]} > ${dot[2]}`
}

/** `3 tests completed, 1 failed, 1 skipped`, which Gradle prints of a task in which tests fail. */
export const readGradle: Reader = (lines) => {
  const sums = firsts(lines, /^(\d{1,9} tests? completed, \d{1,9} failed(?:, \d{1,9} skipped)?)$/)
  if (sums.length === 0) return null
  const failed = sums.reduce((sum, each) => sum + Number(/(\d+) failed/.exec(each)?.[1] ?? 0), 0)
  const skipped = sums.reduce((sum, each) => sum + Number(/(\d+) skipped/.exec(each)?.[1] ?? 0), 0)
  const all = sums.reduce((sum, each) => sum + Number(/^(\d+)/.exec(each)?.[1] ?? 0), 0)
  const failing = partsOf(lines, /^(?!> Task )(\S.*? > .+?) FAILED$/).map(({ heading, about }) => ({
    name: heading[1] ?? '',
    reason: messageReason((about[0] ?? '').trim().replace(/ at \S+:\d+$/, '')),
  }))
  return { passed: Math.max(0, all - failed - skipped), failed, skipped, failing: eachOnce(failing) }
}

/**
 * The console launcher of JUnit 5 and 6: `[         3 tests found           ]`. A test whose assumption does not hold is
 * aborted, which is no failure; a class whose set-up fails is a container that failed.
 */
export const readJunitConsole: Reader = (lines) => {
  const sum = (what: string) =>
    firsts(lines, new RegExp(`^\\[ +(\\d{1,9}) ${what} +\\]$`)).reduce((all, each) => all + Number(each), 0)
  if (!lines.some((line) => /^\[ +\d+ tests found +\]$/.test(line))) return null
  const ofSummary = partsOf(lines, /^ {2}JUnit [\w ]+:(.+)$/).map(({ heading, about }) => ({
    name: (heading[1] ?? '').replaceAll(':', ' > '),
    reason: messageReason(firsts(about, /^ {4}=> (.+)$/)[0] ?? ''),
  }))
  const ofFeed = partsOf(lines, /^JUnit [\w ]+ > (.+) :: FAILED$/).map(({ heading, about }) => ({
    name: heading[1] ?? '',
    reason: messageReason((about[0] ?? '').trim()),
  }))
  return {
    passed: sum('tests successful'),
    failed: sum('tests failed') + sum('containers failed'),
    skipped: sum('tests skipped') + sum('tests aborted'),
    failing: eachOnce([...ofSummary, ...ofFeed]),
  }
}

/** sbt: `[error] Failed: Total 4, Failed 1, Errors 0, Passed 2, Skipped 1`; ScalaTest alone counts in words. */
export const readSbt: Reader = (lines) => {
  const sums = firsts(lines, /^(?:\[\w+\] )?(?:Passed|Failed|Error): (Total \d+, .+)$/)
  const scala = firsts(lines, /^(?:\[\w+\] )?(Tests: succeeded \d+, .+)$/)
  if (sums.length + scala.length === 0) return null
  const of = sums.length > 0 ? sums : scala
  const sum = (words: readonly string[]) => words.reduce((all, word) => all + sumAfter(of, word), 0)
  const failing = matches(lines, /^\[(?:error|info)\] (?:- (.+?) \*\*\* FAILED \*\*\*|==> X (\S.*?) +[\d.]+s(?: .*)?)$/)
  return {
    passed: sum(['Passed', 'succeeded']),
    failed: sum(['Failed', 'Errors', 'failed', 'canceled']),
    skipped: sum(['Skipped', 'Ignored', 'Pending', 'ignored', 'pending', 'Canceled']),
    failing: eachOnce(failing.map((match) => ({ name: match[1] ?? match[2] ?? '', reason: null }))),
  }
}

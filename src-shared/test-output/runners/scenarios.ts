import { messageReason } from '../failure-reason.ts'
import { eachOnce, firsts, maxAbout, partsOf, type Reader, sumBefore } from './found.ts'

/** Runners of tests that are written in sentences. A step that is not defined, or pending, is no success. */

/** `3 scenarios (1 failed, 1 undefined, 1 passed)`, of Cucumber for JavaScript, Ruby, Java and of Behat. */
const cucumberEnd = /^\d{1,9} [Ss]cenarios? \((.+)\)$/

/** Parses the output of Cucumber. */
export const readCucumber: Reader = (lines) => {
  const sums = firsts(lines, cucumberEnd)
  // Within another runner, this one counts each scenario as a test.
  if (sums.length === 0 || lines.some((line) => /^(?:\[\w+\] +)?Tests run: |^=== RUN /.test(line))) return null
  const sum = (words: readonly string[]) => words.reduce((all, word) => all + sumBefore(sums, word), 0)
  const numbered = partsOf(lines, /^\d+\) Scenario(?: Outline)?: (.+) # .+$/).map(({ heading, about }) => ({
    name: (heading[1] ?? '').trimEnd(),
    reason: messageReason(firsts(about, /^ {7}(\S.+)$/)[0] ?? ''),
  }))
  const listed = firsts(lines, /^(?:cucumber (?:-p \S+ )?\S+|\S+\.feature:\d+) +# (?:Scenario(?: Outline)?: )?(.+)$/)
  return {
    passed: sum(['passed']),
    failed: sum(['failed', 'undefined', 'pending', 'ambiguous', 'unknown']),
    skipped: sum(['skipped']),
    failing: eachOnce([...numbered, ...listed.map((name) => ({ name, reason: null }))]),
  }
}

/** `1 scenario passed, 1 failed, 1 error, 0 skipped` */
const behaveEnd = /^(\d+ scenarios? passed, \d+ failed(?:, \d+ error)?, \d+ skipped.*)$/

/** Parses the output of behave. */
export const readBehave: Reader = (lines) => {
  const sums = firsts(lines, behaveEnd)
  if (sums.length === 0) return null
  const failing = partsOf(lines, /^(?:Failing|Errored) scenarios:$/).flatMap(({ about }) => {
    const end = about.findIndex((line) => line.trim() === '')
    const own = about.slice(0, end < 0 ? maxAbout : end)
    return firsts(own, /^ {2}\S+:\d+ +(.+)$/).map((name) => ({ name, reason: null }))
  })
  return {
    passed: sumBefore(sums, 'scenarios? passed'),
    failed: sumBefore(sums, 'failed') + sumBefore(sums, 'error'),
    skipped: ['skipped', 'untested', 'undefined'].reduce((all, word) => all + sumBefore(sums, word), 0),
    failing: eachOnce(failing),
  }
}

/** `3 tests, 1 passed, 1 failed, 1 skipped`: of a suite, and at the end of all. */
const robotEnd = /^(\d+ tests?, \d+ passed, \d+ failed(?:, \d+ skipped)?)$/

/** Parses the output of Robot Framework. */
export const readRobot: Reader = (lines) => {
  const sums = firsts(lines, robotEnd).slice(-1)
  if (sums.length === 0) return null
  // A suite has its counts below its result.
  const failing = partsOf(lines, /^(\S.*) \| FAIL \|$/)
    .filter(({ about }) => !about.slice(0, 3).some((line) => robotEnd.test(line)))
    .map(({ heading, about }) => ({
      name: (heading[1] ?? '').trimEnd(),
      reason: messageReason((about[0] ?? '').trim()),
    }))
  return {
    passed: sumBefore(sums, 'passed'),
    failed: sumBefore(sums, 'failed'),
    skipped: sumBefore(sums, 'skipped'),
    failing: eachOnce(failing),
  }
}

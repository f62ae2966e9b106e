import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest } from '../test-report.ts'
import { brokenOff, eachOnce, firsts, matches, type Part, partsOf, type Reader, sumBefore } from './found.ts'

/** `40% tests passed, 3 tests failed out of 5`: without those that are disabled. */
const ctestEnd = /^\d+% tests passed, (\d{1,9}) tests? failed out of (\d{1,9})$/

/** Parses the output of CTest. */
export const readCtest: Reader = (lines) => {
  const ends = matches(lines, ctestEnd)
  if (ends.length === 0) return null
  const listed = matches(lines, /^\t *\d+ - (.+?) \(([\w -]+)\)(?: +[\w ,-]+)?$/)
  const left = listed.filter((match) => /^(?:Skipped|Disabled)$/.test(match[2] ?? ''))
  const skipped = left.filter((match) => match[2] === 'Skipped').length
  const failed = ends.reduce((sum, match) => sum + Number(match[1]), 0)
  const all = ends.reduce((sum, match) => sum + Number(match[2]), 0)
  const failing = listed
    .filter((match) => !left.includes(match))
    .map(([, name = '', how = '']) => ({
      name,
      reason: how === 'Failed' ? null : messageReason(how),
    }))
  return { passed: Math.max(0, all - failed - skipped), failed, skipped: left.length, failing }
}

/** Parses the output of GoogleTest. A program that ends in a test counts as a failure. */
export const readGoogleTest: Reader = (lines) => {
  const begun = lines.filter((line) => /^\[={10}\] Running \d+ tests? from /.test(line)).length
  if (begun === 0) return null
  const ended = lines.filter((line) => /^\[={10}\] \d+ tests? from .* ran\./.test(line)).length
  const sum = (tag: string) =>
    firsts(lines, new RegExp(`^\\[ +${tag} +\\] (\\d{1,9}) tests?[.,]`)).reduce((all, each) => all + Number(each), 0)
  const disabled = sumBefore(firsts(lines, /^ +YOU HAVE (\d+ DISABLED TESTS?)$/), 'DISABLED TESTS?')
  const failing = partsOf(lines, /^\[ +FAILED +\] (\w[\w/]*\.\S+?)(?:,| \(|$)/).map(({ heading }) => ({
    name: (heading[1] ?? '').replace('.', ' > '),
    reason: null,
  }))
  const report = {
    passed: sum('PASSED'),
    failed: sum('FAILED'),
    skipped: sum('SKIPPED') + disabled,
    failing: eachOnce(failing),
  }
  if (begun <= ended) return report
  const last = firsts(lines, /^\[ RUN {6}\] (\S+)/).at(-1) ?? 'a test'
  return brokenOff(report, last.replace('.', ' > '), 'It began and did not end.')
}

/** `test cases: 3 | 2 passed | 1 failed | 1 failed as expected | 1 skipped` of Catch2 and doctest. */
const caseSums = /^(?:\[doctest\] )?test cases: +\d+ +\|(.*)$/
/** `All tests passed (5 assertions in 3 test cases)`; with few words: `Passed 3 test cases with 5 assertions.` */
const allPassed = /^(?:All tests passed \(.* in (\d{1,9}) test cases?\)|Passed (?:all )?(\d{1,9}) test cases? .*\.)$/

/** Parses the output of Catch2 2 and 3, and of doctest. What fails as expected passes. */
export const readCatch2: Reader = (lines) => {
  const sums = firsts(lines, caseSums).map((each) => each.replace(/ {2,}/g, ' '))
  const good = matches(lines, allPassed).map((match) => Number(match[1] ?? match[2]))
  if (sums.length + good.length === 0) return null
  const expected = sumBefore(sums, 'failed as expected')
  return {
    passed: sumBefore(sums, 'passed') + expected + good.reduce((sum, each) => sum + each, 0),
    failed: sumBefore(sums, 'failed(?! as expected)'),
    skipped: sumBefore(sums, 'skipped'),
    failing: failingOf(lines, expected > 0),
  }
}

/**
 * Catch2 repeats a test's name for each place that fails, with its sections below, between lines of dashes; doctest
 * writes `TEST CASE:  name`. Which failures were expected, neither says.
 */
function failingOf(lines: readonly string[], someExpected: boolean): FailingTest[] {
  if (someExpected) return []
  const catch2 = partsOf(lines, /^-{40,}$/).flatMap(({ about }) => {
    const name = about[0] ?? ''
    return /^\S/.test(name) && !/:\d+$/.test(name) ? [{ name, reason: null }] : []
  })
  const reasons = partsOf(lines, /^\S.*:\d+: FAILED:$/)
  const doctest = partsOf(lines, /^TEST CASE: {2}(\S.*)$/).map(({ heading, about }) => ({
    name: heading[1] ?? '',
    reason: messageReason(firsts(about, /^\S.*:\d+: (?:FATAL )?ERROR: (.+)$/)[0] ?? ''),
  }))
  const named = catch2.map(({ name }, at) => ({ name, reason: reasonOf(reasons[at]) }))
  return eachOnce([...named, ...doctest])
}

function reasonOf(part: Part | undefined) {
  const [first = '', second = ''] = (part?.about ?? []).map((line) => line.trim())
  return messageReason(/^due to /.test(first) ? second : first)
}

/**
 * Parses the output of the Boost Test Library, which counts errors, not tests: those in which one was found failed.
 * Source: its log and report formats, boost.org/doc/libs/release/libs/test.
 */
export const readBoostTest: Reader = (lines, isCut) => {
  const begun = firsts(lines, /^Running (\d{1,9}) test cases?\.\.\.$/)
  if (begun.length === 0 || isCut) return null
  const all = begun.reduce((sum, each) => sum + Number(each), 0)
  const failing = eachOnce(
    matches(lines, /: (?:fatal )?error: in "([^"]+)": (.+)$/).map(([, name = '', text = '']) => ({
      name: name.replaceAll('/', ' > '),
      reason: boostReason(text),
    })),
  )
  const end = /^\*\*\* (?:No errors|\d+ failures? )|^Test module ".*" has /
  // Which tests a program that broke off ran, nothing says.
  if (lines.filter((line) => end.test(line)).length < begun.length) return null
  return { passed: Math.max(0, all - failing.length), failed: failing.length, skipped: 0, failing }
}

/** `check a == 2 has failed [1 != 2]` */
function boostReason(text: string) {
  const match = /^check .+ == .+ has failed \[(.+) != (.+)\]$/.exec(text.slice(0, 300))
  return match === null ? messageReason(text) : (valuesReason(match[2], match[1]) ?? messageReason(text))
}

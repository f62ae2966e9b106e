import { messageReason, valuesReason } from '../failure-reason.ts'
import { brokenOff, eachOnce, firsts, matches, partsOf, type Reader, sumAfter, sumBefore } from './found.ts'

/** Runners that say all of their counts in a line or two, mostly without the names of tests that are left out. */

const avaWords =
  /^ {2}(\d{1,9} (?:tests? (?:failed|passed|skipped|todo|remained pending.*)|known failures?|uncaught exceptions?|unhandled rejections?|hooks? failed))/

/** Parses the output of AVA. What a file throws outside of a test counts as a failure. */
export const readAva: Reader = (lines) => {
  const sums = firsts(lines, avaWords)
  if (sums.length === 0) return null
  const sum = (words: readonly string[]) => words.reduce((all, word) => all + sumBefore(sums, word), 0)
  const listed = firsts(lines, /^ +[✘✖✗] \[fail\]: (.+?)(?: \([\d.]+m?s\))?$/).map((name) =>
    name.replaceAll(' › ', ' > '),
  )
  const outside = partsOf(lines, /^ {2}(Uncaught exception in .+|Unhandled rejection in .+)$/).map(
    ({ heading, about }) => ({
      name: heading[1] ?? '',
      reason: messageReason(about.find((line) => line.trim() !== '')?.trim() ?? ''),
    }),
  )
  // It counts those that pass only where none fails.
  const ticked = firsts(lines, /^ +[✔✓√] (.+)$/).length
  return {
    passed: Math.max(ticked, sum(['tests? passed', 'known failures?'])),
    failed: sum(['tests? failed', 'uncaught exceptions?', 'unhandled rejections?', 'hooks? failed', 'tests? remained']),
    skipped: sum(['tests? skipped', 'tests? todo']),
    failing: eachOnce([...listed.map((name) => ({ name, reason: avaReason(lines, name) })), ...outside]),
  }
}

function avaReason(lines: readonly string[], name: string) {
  const at = lines.indexOf(`  ${name.replaceAll(' > ', ' › ')}`)
  const about = at < 0 ? [] : lines.slice(at + 1, at + 30)
  const [got, wanted] = [firsts(about, /^ {2}- (?!actual)(.+)$/), firsts(about, /^ {2}\+ (?!expected)(.+)$/)]
  return got.length === 1 && wanted.length === 1 ? valuesReason(wanted[0], got[0]) : null
}

/** Parses the output of Jasmine (`4 specs, 1 failure, 2 pending specs`) and of Karma. */
export const readJasmine: Reader = (lines) => {
  const sums = firsts(lines, /^(\d{1,9} specs?, \d{1,9} failures?.*)$/)
  const karma = matches(lines, /: Executed (\d{1,9}) of \d+(.*?)\((?:[\d.]+ (?:secs|mins)|skipped)/).at(-1)
  if (sums.length === 0 && karma === undefined) return null
  const from = lines.findIndex((line) => /^Failures:$/.test(line))
  const failing = (from < 0 ? [] : partsOf(lines.slice(from), /^(?:\d+\) (.+)|(Pending:))$/))
    .filter(({ heading, about }) => heading[1] !== undefined && /^ {2}Message:$/.test(about[0] ?? ''))
    .map(({ heading, about }) => ({ name: heading[1] ?? '', reason: messageReason((about[1] ?? '').trim()) }))
  const karmaNames = firsts(lines, /^\S+ \S+ \([^)]*\) (.+) FAILED$/).map((name) => ({ name, reason: null }))
  const karmaSums = karma === undefined ? [] : [(karma[2] ?? '').toLowerCase()]
  const failed = sumBefore(sums, 'failures?') + sumBefore(karmaSums, 'failed')
  const skipped = sumBefore(sums, 'pending') + sumAfter(karmaSums, 'skipped')
  const all = sumBefore(sums, 'specs?') + Number(karma?.[1] ?? 0)
  const waiting = sumBefore(sums, 'pending')
  return {
    passed: Math.max(0, all - failed - waiting),
    failed,
    skipped,
    failing: eachOnce([...failing, ...karmaNames]),
  }
}

/** Parses the totals of uvu: `  Total:     2`, without those it skipped. */
export const readUvu: Reader = (lines) => {
  const from = lines.findIndex((line) => /^ {2}Total: {5}\d+$/.test(line))
  if (from < 0) return null
  const own = lines.slice(from, from + 4)
  const failing = matches(lines, /^ +FAIL {2}(?:(\S.*?) {2})?"(.+)"$/).map(([, suite = '', name = '']) => ({
    name: suite === '' ? name : `${suite} > ${name}`,
    reason: null,
  }))
  const passed = sumAfter(own, 'Passed')
  return { passed, failed: Math.max(0, sumAfter(own, 'Total') - passed), skipped: sumAfter(own, 'Skipped'), failing }
}

/**
 * Parses what `prove` says without its tests' own output (that is TAP). `Wstat: 256 … Tests: 4 Failed: 1` is of a file
 * in which something failed.
 */
export const readProve: Reader = (lines) => {
  const all = sumAfter(firsts(lines, /^(Files=\d+, Tests=\d{1,9},.*)$/), 'Tests')
  const result = firsts(lines, /^Result: (PASS|FAIL|NOTESTS)$/)[0]
  if (result === undefined) return null
  const files = partsOf(lines, /^(\S.*?) +\(Wstat: .* Tests: \d+ Failed: (\d{1,9})\)$/)
  const failed = files.reduce((sum, { heading }) => sum + Number(heading[2] ?? 0), 0)
  const plans = matches(lines, /^ {2}Parse errors: Bad plan\. +You planned (\d{1,9}) tests? but ran (\d{1,9})\.$/)
  const missing = plans.reduce((sum, match) => sum + Math.max(0, Number(match[1]) - Number(match[2])), 0)
  const skipped = sumAfter(firsts(lines, /^\t\((less \d+ skipped subtests?):/), 'less')
  const failing = files.map(({ heading, about }) => ({
    name: heading[1] ?? '',
    reason: messageReason((about[0] ?? '').trim()),
  }))
  const report = { passed: Math.max(0, all - failed - skipped), failed: failed + missing, skipped, failing }
  return result === 'FAIL' && report.failed === 0 ? brokenOff(report, 'A test file', 'Result: FAIL') : report
}

/** One line, and how its numbers are read. */
interface Line {
  readonly pattern: RegExp
  readonly passed?: string
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  /** All that were run or left out: then `passed` is the rest. */
  readonly all?: string
  readonly where: 'before' | 'after'
  /** Only the last such line counts: the others are of its parts. */
  readonly last?: true
}

/** Source: busted, testthat 3, Tasty, clojure.test, Robot Framework 7, behave, TestCafe, the Boost Test Library. */
const oneLiners: readonly Line[] = [
  {
    pattern: /^(\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ \d+ pending) :/,
    passed: 'success(?:es)?',
    failed: ['failures?', 'errors?'],
    skipped: ['pending'],
    where: 'before',
  },
  {
    pattern: /^(\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+ \])/,
    passed: 'PASS',
    failed: ['FAIL'],
    skipped: ['SKIP'],
    where: 'after',
    last: true,
  },
  { pattern: /^(\d+ out of \d+ tests failed) \(/, all: 'out of', failed: ['out'], skipped: [], where: 'before' },
  { pattern: /^(All \d+ tests passed) \([\d.]+s\)$/, passed: 'tests', failed: [], skipped: [], where: 'before' },
  {
    pattern: /^(\d+ tests?, \d+ passed, \d+ failed(?:, \d+ skipped)?)$/,
    passed: 'passed',
    failed: ['failed'],
    skipped: ['skipped'],
    where: 'before',
    last: true,
  },
  {
    pattern: /^(\d+ scenarios? passed, \d+ failed(?:, \d+ error)?, \d+ skipped.*)$/,
    passed: 'scenarios? passed',
    failed: ['failed', 'error'],
    skipped: ['skipped', 'untested', 'undefined'],
    where: 'before',
  },
]

export const readOneLiners: Reader = (lines) => {
  for (const line of oneLiners) {
    const found = firsts(lines, line.pattern)
    const sums = line.last === true ? found.slice(-1) : found
    if (sums.length === 0) continue
    const count = line.where === 'before' ? sumBefore : sumAfter
    const sum = (words: readonly string[]) => words.reduce((all, word) => all + count(sums, word), 0)
    const [failed, skipped] = [sum(line.failed), sum(line.skipped)]
    const all = line.all === undefined ? 0 : sumAfter(sums, line.all)
    const passed = line.passed === undefined ? Math.max(0, all - failed - skipped) : sum([line.passed])
    return { passed, failed, skipped, failing: [] }
  }
  return null
}

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

/** Parses the table of results of ward: `│  1  Failures  (33.3%)  │`. */
export const readWard: Reader = (lines) => {
  const rows = matches(
    lines,
    /^│ +(\d{1,9}) {2}(Tests Encountered|Passes|Failures|Skips|Expected Failures|Unexpected Passes|Dry-Runs) /,
  )
  if (!rows.some((row) => row[2] === 'Tests Encountered')) return null
  const sum = (...words: readonly string[]) =>
    rows.reduce((all, row) => all + (words.includes(row[2] ?? '') ? Number(row[1]) : 0), 0)
  const failing = matches(lines, /^ FAIL {2,}\S+:\d+ (.+?)(?: {2,}.*)?$/).map(([, name = '']) => ({
    name,
    reason: null,
  }))
  return {
    passed: sum('Passes'),
    failed: sum('Failures', 'Unexpected Passes'),
    skipped: sum('Skips', 'Expected Failures', 'Dry-Runs'),
    failing: eachOnce(failing),
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

/** `Ok:   3`, `Fail: 1`: the totals of meson, a line for each. */
const mesonLine = /^(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): +(\d{1,9}) *$/

/** Parses what `meson test` prints. */
export const readMeson: Reader = (lines) => {
  const rows = matches(lines, mesonLine)
  if (!rows.some((row) => row[1] === 'Ok') || !rows.some((row) => row[1] === 'Fail' || row[1] === 'Timeout'))
    return null
  const failing = matches(lines, /^ *\d+\/\d+ (.+) (FAIL|TIMEOUT|ERROR) +[\d.]+s/).map(([, name = '', how = '']) => ({
    name: name.trimEnd(),
    reason: how === 'FAIL' ? null : messageReason(how.toLowerCase()),
  }))
  const sum = sumOfRows(rows)
  return {
    passed: sum('Ok', 'Expected Fail'),
    failed: sum('Fail', 'Unexpected Pass', 'Timeout'),
    skipped: sum('Skipped'),
    failing: eachOnce(failing),
  }
}

const sumOfRows =
  (rows: readonly RegExpExecArray[]) =>
  (...words: readonly string[]): number =>
    rows.reduce((all, row) => all + (words.includes(row[1] ?? '') ? Number(row[2]) : 0), 0)

/** Parses the summary of Automake’s tests: `# PASS:  2`. */
export const readAutomake: Reader = (lines) => {
  const rows = matches(lines, /^# (TOTAL|PASS|SKIP|XFAIL|FAIL|XPASS|ERROR): +(\d{1,9})$/)
  if (!rows.some((row) => row[1] === 'TOTAL')) return null
  const sum = sumOfRows(rows)
  const failing = matches(lines, /^(FAIL|XPASS|ERROR): (\S.*)$/).map(([, , name = '']) => ({ name, reason: null }))
  return {
    passed: sum('PASS', 'XFAIL'),
    failed: sum('FAIL', 'XPASS', 'ERROR'),
    skipped: sum('SKIP'),
    failing: eachOnce(failing),
  }
}

/** `Executed 2 out of 3 tests: 1 test passes, 1 fails to build and 1 fails locally.` Each is a whole test program. */
const bazelEnd = /^Executed \d+ out of \d+ tests?: (.+)\.$/

/** Parses what `bazel test` prints. */
export const readBazel: Reader = (lines) => {
  const end = firsts(lines, bazelEnd).at(-1)
  if (end === undefined) return null
  const sum = (pattern: RegExp) => [...end.matchAll(pattern)].reduce((all, match) => all + Number(match[1]), 0)
  const failing = matches(lines, /^(\/\/\S+) +(?:FAILED|TIMEOUT|NO STATUS|FAILED TO BUILD)\b/).map(([, name = '']) => ({
    name,
    reason: null,
  }))
  return {
    passed: sum(/(\d+) tests? pass(?:es)?\b/g),
    failed: sum(/(\d+) (?:tests? )?fails?\b/g),
    skipped: sum(/(\d+) (?:was|were) skipped/g),
    failing: eachOnce(failing),
  }
}

/** Parses the totals of elm-test, which stand below its verdict. */
export const readElmTest: Reader = (lines) => {
  const from = lines.findIndex((line) => /^TEST RUN (?:PASSED|FAILED|INCOMPLETE)\b/.test(line))
  if (from < 0) return null
  const own = lines.slice(from, from + 8)
  const failing = firsts(lines, /^✗ (.+)$/).map((name) => ({ name, reason: null }))
  return { passed: sumAfter(own, 'Passed'), failed: sumAfter(own, 'Failed'), skipped: sumAfter(own, 'Todo'), failing }
}

/**
 * Parses the tables of Julia’s tests: a head with columns, and below it the set of all tests. A cell of none is empty,
 * so that only its place tells its column.
 */
export const readJulia: Reader = (lines) => {
  const heads = lines.flatMap((head, at) =>
    /^Test Summary: +\| /.test(head) ? [{ head, row: lines[at + 1] ?? '' }] : [],
  )
  if (heads.length === 0) return null
  const sum = (word: string) =>
    heads.reduce((all, { head, row }) => {
      const from = head.indexOf(` ${word}`)
      if (from < 0) return all
      const cell = row.slice(head.slice(0, from).trimEnd().length, from + 1 + word.length).trim()
      return all + (/^\d{1,9}$/.test(cell) ? Number(cell) : 0)
    }, 0)
  const failing = firsts(lines, /^(.+): (?:Test Failed|Error During Test) at /).map((name) => ({ name, reason: null }))
  return { passed: sum('Pass'), failed: sum('Fail') + sum('Error'), skipped: sum('Broken'), failing: eachOnce(failing) }
}

/** Parses what Nim’s `unittest` prints of each test. */
export const readNim: Reader = (lines, isCut) => {
  const tests = matches(lines, /^ {2,}\[(OK|FAILED|SKIPPED)\] (\S.*)$/)
  if (tests.length === 0 || isCut || !lines.some((line) => /^\[Suite\] /.test(line))) return null
  const of = (how: string) => tests.filter((match) => match[1] === how)
  const failing = of('FAILED').map(([, , name = '']) => ({ name, reason: null }))
  return { passed: of('OK').length, failed: failing.length, skipped: of('SKIPPED').length, failing }
}

/** Parses the output of clojure.test, which counts assertions: a test in which one failed, failed. */
export const readClojure: Reader = (lines) => {
  const ran = firsts(lines, /^Ran (\d{1,9}) tests containing \d+ assertions\.$/)
  const ends = firsts(lines, /^(\d+ failures, \d+ errors)\.$/)
  if (ran.length === 0 || ends.length === 0) return null
  const names = firsts(lines, /^(?:FAIL|ERROR) in \((\S+)\)/)
  const failing = eachOnce(names.map((name) => ({ name, reason: null })))
  const all = ran.reduce((sum, each) => sum + Number(each), 0)
  return { passed: Math.max(0, all - failing.length), failed: failing.length, skipped: 0, failing }
}

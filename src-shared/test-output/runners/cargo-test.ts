import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from '../test-report.ts'
import { brokenOff, eachOnce, firsts, matches, maxAbout, partsOf, type Reader, sumBefore } from './found.ts'

const summary = /^test result: (?:ok|FAILED)\. (\d{1,9} passed; \d{1,9} failed; \d{1,9} ignored);/

/** Parses the output of `cargo test`, all test programs together. */
export const readCargoTest: Reader = (lines) => {
  const sums = firsts(lines, summary)
  const begun = lines.filter((line) => /^running \d+ tests?$/.test(line)).length
  const end = firsts(lines, /^ *process didn't exit successfully: .*\((signal: .+|exit (?:status|code): .+)\)$/).at(-1)
  if (sums.length === 0 && (begun === 0 || end === undefined)) return null
  const report: TestReport = {
    passed: sumBefore(sums, 'passed'),
    failed: sumBefore(sums, 'failed'),
    skipped: sumBefore(sums, 'ignored'),
    failing: failingOf(lines),
  }
  const program = firsts(lines, /^error: test failed, to rerun pass `(.+)`$/).at(-1) ?? 'a test program'
  return begun > sums.length ? brokenOff(report, `${program} broke off`, end ?? '') : report
}

function failingOf(lines: readonly string[]): FailingTest[] {
  const reasons = new Map(
    partsOf(lines, /^---- (.+) stdout ----$|^failures:$/).map(({ heading, about }) => [heading[1], reasonOf(about)]),
  )
  const names = firsts(lines, /^test (.+?)(?: - should panic)? \.\.\. FAILED$/)
  const quiet = firsts(lines, /^(\S.*) --- FAILED$/)
  // What a test printed may stand between its name and its result; at the end, all are listed.
  const listed = partsOf(lines, /^failures:$/).flatMap(({ about }) => {
    const end = about.findIndex((line) => !/^ {4}\S/.test(line))
    return about.slice(0, Math.max(0, end)).map((line) => line.trim())
  })
  return [...new Set([...names, ...quiet, ...listed])].map((name) => ({
    name: name.replaceAll('::', ' > '),
    reason: reasons.get(name) ?? null,
  }))
}

/** `assert_eq!` prints its sides as left and right, without which one was expected. */
function reasonOf(about: readonly string[]): FailureReason | null {
  const at = about.findIndex((line) => / panicked at /.test(line))
  const message = about[at + 1]?.trim() ?? ''
  const [left, right] = ['left', 'right'].map((side) => firsts(about, new RegExp(`^ +${side}: (.+)$`))[0])
  const values = valuesReason(left, right)
  if (values?.kind === 'values') return messageReason(`left: ${values.expected}, right: ${values.got}`)
  return messageReason(message)
}

/** `Summary [   0.010s] 4/5 tests run: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped` */
const nextestSummary = /^ *Summary \[ *[\d.]+s\] +(\d{1,9}(?:\/\d{1,9})?) tests? run: (.+)$/
const nextestTest =
  /^ *(?:FAIL|TIMEOUT|ABORT|SIG[A-Z]+|TRY \d+ (?:FAIL|TMT|SIG[A-Z]*)|XFAIL|LEAK-FAIL) \[ *>?[\d.]+s\](?: \([ \d/]+\))? (\S+) (.+)$/

/**
 * Parses the output of `cargo nextest`. Tests that a cancelled run did not get to are not known to pass or fail.
 * Source: nexte.st/docs/reporting.
 */
export const readNextest: Reader = (lines) => {
  const found = matches(lines, nextestSummary)
  if (found.length === 0) return null
  const sums = found.map((match) => (match[2] ?? '').replaceAll(/\([^)]*\)/g, ''))
  const failing = matches(lines, nextestTest).map(([, program = '', name = '']) => {
    const at = lines.findIndex((line) => /^ *(?:thread|---) /.test(line) && line.includes(name))
    const own = at < 0 ? [] : lines.slice(at, at + maxAbout)
    return { name: name.replaceAll('::', ' > '), reason: program === '' ? null : reasonOf(own) }
  })
  return {
    passed: sumBefore(sums, 'passed'),
    failed: ['failed', 'timed out', 'exec failed'].reduce((sum, word) => sum + sumBefore(sums, `(?<!exec )${word}`), 0),
    skipped: sumBefore(sums, 'skipped'),
    failing: eachOnce(failing),
  }
}

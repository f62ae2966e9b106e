import { messageReason, valuesReason } from '../failure-reason.ts'
import type { TestReport } from '../test-report.ts'
import { brokenOff, eachOnce, firsts, matches, partsOf, type Reader, sumAfter } from './found.ts'

/** `Failed!  - Failed:     1, Passed:     2, Skipped:     1, Total:     4, Duration: 10 ms - T.dll (net9.0)`, for each program. */
const perProgram = /^ *(?:Passed|Failed|Skipped)! +- (Failed: +\d+, Passed: +\d+, Skipped: +\d+, Total: +\d+)/
/** The same in the language of the system: `Bestanden!   : Fehler:     0, erfolgreich:     5, …`; its order is one. */
const inAnyLanguage =
  /^ *\S[^:]*! +[-:] [^:]*: +(\d{1,9}), [^:]*: +(\d{1,9}), [^:]*: +(\d{1,9}), [^:]*: +(\d{1,9}), .*\.(?:dll|exe) \(/
/** `Test summary: total: 4, failed: 1, succeeded: 2, skipped: 1, duration: 1.2s`, of all. */
const overall = /^ *Test summary: (total: \d+, .*)$/

/**
 * Parses the output of `dotnet test`: of VSTest with a line for each program or with `-v n`, and of the Microsoft
 * Testing Platform, whose totals stand one in a line.
 */
export const readDotnet: Reader = (lines) => {
  const report = countsOf(lines)
  if (report === null) return null
  const whole = { ...report, failing: failingOf(lines) }
  const isAborted = lines.some((line) => /^(?:Test Run Aborted\b|The active test run was aborted)/.test(line))
  return isAborted && whole.failed === 0 ? brokenOff(whole, 'The run broke off', 'Test Run Aborted.') : whole
}

function countsOf(lines: readonly string[]): TestReport | null {
  const sums = firsts(lines, overall)
  if (sums.length > 0) return counts(sums, ['succeeded', 'failed', 'skipped'])
  const programs = firsts(lines, perProgram)
  if (programs.length === 0) {
    const ofOther = matches(lines, inAnyLanguage).map((match) => match.slice(1).map(Number))
    const whole = ofOther.filter(([failed = 0, passed = 0, skipped = 0, all]) => failed + passed + skipped === all)
    const sum = (at: number) => whole.reduce((all, each) => all + (each[at] ?? 0), 0)
    if (whole.length > 0) return { passed: sum(1), failed: sum(0), skipped: sum(2), failing: [] }
  }
  if (programs.length > 0) return counts(programs, ['Passed', 'Failed', 'Skipped'])
  const blocks = partsOf(lines, /^(?:Test run summary: .*|Total tests: (\d+|Unknown).*)$/)
  if (blocks.length === 0) return null
  const own = blocks.flatMap(({ about }) => about.slice(0, 6).map((line) => line.trim().toLowerCase()))
  const passed = counts(own, ['passed', 'failed', 'skipped'])
  return passed.passed > 0 ? passed : counts(own, ['succeeded', 'failed', 'skipped'])
}

const counts = (
  texts: readonly string[],
  [passed, failed, skipped]: readonly [string, string, string],
): TestReport => ({
  passed: sumAfter(texts, passed),
  failed: sumAfter(texts, failed),
  skipped: sumAfter(texts, skipped),
  failing: [],
})

/** `  Failed Ns.T.B [5 ms]`, `failed Ns.T.B (5ms)`, `    Ns.T.B [FAIL]` of xUnit. */
const listed =
  /^ *(?:\[[^\]]*\] +)?(?:[Ff]ailed (\S.*?) (?:\[<? ?[\d.,]+ ?m?s?\]|\([\d.,]+ ?m?s\))|(\S+\.\S+(?:\(.*\))?) \[FAIL\])$/

const failingOf = (lines: readonly string[]) =>
  eachOnce(
    partsOf(lines, listed).map(({ heading, about }) => {
      const after = (word: string) => firsts(about, new RegExp(`^ *${word}: +(.+)$`))[0]
      const at = about.findIndex((line) => /^ *Error Message:$/.test(line))
      const message = (at < 0 ? about[0] : about[at + 1])?.trim() ?? ''
      const values = valuesReason(after('Expected'), after('(?:Actual|But was)'))
      return { name: heading[1] ?? heading[2] ?? '', reason: values ?? messageReason(message) }
    }),
  )

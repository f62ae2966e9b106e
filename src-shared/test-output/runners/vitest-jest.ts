import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from '../test-report.ts'
import { firsts, partsOf, sumBefore } from './found.ts'

/** `Tests  2 failed | 1 passed | 1 skipped | 1 todo (5)` of vitest; `Tests:  1 failed, 2 passed, 3 total` of jest and Pest. */
const summary =
  /^ *Tests:? +((?:no tests|\d+ (?:failed|passed|skipped|todo|pending|expected|total|incomplete|risky)).*)$/
/** Files: `Test Files  1 failed | 1 passed (2)`, `Test Suites: 1 failed, 1 passed, 2 total`. */
const files = /^ *Test (?:Files|Suites):? +(\d+ .*)$/

/** Parses the default output of vitest and jest. A file that can't be loaded counts as one failure. */
export function readVitestOrJest(lines: readonly string[]): TestReport | null {
  const sums = firsts(lines, summary)
  if (sums.length === 0) return null
  const failing = failingOf(lines)
  const failed = sumBefore(sums, 'failed')
  const failedFiles = sumBefore(firsts(lines, files), 'failed')
  const unloaded = failing.filter(({ isFile }) => isFile).length
  // Files may be counted and not named, by a reporter of few words.
  const other = failed === 0 && unloaded === 0 ? failedFiles : unloaded
  // What vitest caught outside of tests makes the run fail.
  const errors = sumBefore(firsts(lines, /^ +Errors {2}(\d+ errors?)$/), 'errors?')
  return {
    passed: sumBefore(sums, 'passed') + sumBefore(sums, 'expected fail'),
    failed: failed + other + errors,
    skipped: ['skipped', 'todo', 'pending', 'incomplete'].reduce((sum, word) => sum + sumBefore(sums, word), 0),
    failing: failing.map(({ name, reason }) => ({ name, reason })),
  }
}

interface Listed extends FailingTest {
  readonly isFile: boolean
}

/** ` FAIL  file.test.ts > suite > test`, ` FAIL  file.test.ts [ file.test.ts ]` and `  ● suite › test`. */
const heading =
  /^ FAIL {2}(?:\|[^|]+\| )?(?:(\S+) \[ .+ \]|\S+ > (.+))$|^ {2}● (.+)$|^⎯+ Failed (Suites|Tests) \d+ ⎯+$|^ {2,3}FAILED {2}(\S.* > .+?)(?: {2,}.*)?$/

/** What jest lists with a mark like a test's. */
const noTest = /^(?:Console$|(?:Validation|Deprecation) |process\.exit|Cannot log after|Multiple configurations)/

function failingOf(lines: readonly string[]): Listed[] {
  let section = ''
  const found = new Map<string, FailureReason | null>()
  const failing: Listed[] = []
  for (const { heading: match, about } of partsOf(lines, heading)) {
    section = match[4] ?? section
    const name = (match[1] ?? match[2] ?? match[3] ?? match[5] ?? '').replaceAll(' › ', ' > ').trim()
    if (name === '' || noTest.test(name)) continue
    const isFile = match[1] !== undefined || section === 'Suites' || name === 'Test suite failed to run'
    const reason = reasonOf(about)
    // jest repeats the failures at the end if the output is long; of files that can't be loaded all have one name.
    const key = name === 'Test suite failed to run' ? `${name} ${JSON.stringify(reason)}` : name
    if (found.has(key)) continue
    found.set(key, reason)
    failing.push({ name, reason, isFile })
  }
  return failing
}

function reasonOf(about: readonly string[]): FailureReason | null {
  const after = (pattern: RegExp) => firsts(about, pattern)
  const jest = valuesReason(after(/^ *Expected(?: \S+)?: +(.+)$/)[0], after(/^ *Received(?: \S+)?: +(.+)$/)[0])
  if (jest !== null) return jest
  // Only values on one line: a single line of a longer value is useless.
  const [wanted, got] = [after(/^- (?!Expected)(.+)$/), after(/^\+ (?!Received)(.+)$/)]
  if (wanted.length === 1 && got.length === 1 && !about.some((line) => /^ {2}[{[(]/.test(line)))
    return valuesReason(wanted[0], got[0])
  const message = about.find((line) => line.trim() !== '') ?? ''
  return messageReason(message.trim())
}

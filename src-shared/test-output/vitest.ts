import { messageReason, valuesReason } from './failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from './test-report.ts'

/** `Tests  2 failed | 1 passed | 1 skipped | 1 todo (5)` of vitest; `Tests:  1 failed, 2 passed, 3 total` of jest. */
const summary = /^ *Tests:? +(\d+ (?:failed|passed|skipped|todo|pending).*)$/

/** Parses the default output of vitest and jest. */
export function readVitestOrJest(lines: readonly string[]): TestReport | null {
  const sums = lines.flatMap((line) => summary.exec(line)?.[1] ?? [])
  if (sums.length === 0) return null
  const count = (what: string) =>
    sums.reduce((all, each) => all + Number(new RegExp(`(\\d+) ${what}`).exec(each)?.[1] ?? 0), 0)
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo') + count('pending'),
    failing: failingOf(lines),
  }
}

/** ` FAIL  file.test.ts > suite > test` and `  ● suite › test` begin the report of a test. */
const heading = /^ FAIL {2}(?:\|[^|]+\| )?\S+ > (.+)$|^ {2}● (.+)$/

function failingOf(lines: readonly string[]): FailingTest[] {
  const starts = lines.flatMap((line, at) => {
    const match = heading.exec(line)
    const name = (match?.[1] ?? match?.[2] ?? '').replaceAll(' › ', ' > ').trim()
    return name === '' ? [] : [{ at, name }]
  })
  const found = new Map<string, FailureReason | null>()
  for (const [index, { at, name }] of starts.entries()) {
    const reason = reasonOf(lines.slice(at + 1, Math.min(starts[index + 1]?.at ?? lines.length, at + 60)))
    // jest repeats the failures at the end if the output is long.
    if (!found.has(name)) found.set(name, reason)
  }
  return [...found].map(([name, reason]) => ({ name, reason }))
}

function reasonOf(about: readonly string[]): FailureReason | null {
  const after = (pattern: RegExp) => about.flatMap((line) => pattern.exec(line)?.[1] ?? [])
  const jest = valuesReason(after(/^ *Expected(?: \S+)?: +(.+)$/)[0], after(/^ *Received(?: \S+)?: +(.+)$/)[0])
  if (jest !== null) return jest
  // Only values on one line: a single line of a longer value is useless.
  const [wanted, got] = [after(/^- (?!Expected)(.+)$/), after(/^\+ (?!Received)(.+)$/)]
  if (wanted.length === 1 && got.length === 1 && !about.some((line) => /^ {2}[{[(]/.test(line)))
    return valuesReason(wanted[0], got[0])
  const message = about.find((line) => line.trim() !== '') ?? ''
  return messageReason(message.trim())
}

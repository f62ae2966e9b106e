import { messageReason, valuesReason } from './failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from './test-report.ts'

const summary = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/

/** Parses the output of `cargo test`, all test programs together. */
export function readCargoTest(lines: readonly string[]): TestReport | null {
  const sums = lines.flatMap((line) => {
    const match = summary.exec(line)
    return match === null ? [] : [match.slice(1).map(Number)]
  })
  if (sums.length === 0) return null
  const sum = (at: number) => sums.reduce((all, each) => all + (each[at] ?? 0), 0)
  return { passed: sum(0), failed: sum(1), skipped: sum(2), failing: failingOf(lines) }
}

function failingOf(lines: readonly string[]): FailingTest[] {
  return lines.flatMap((line) => {
    const name = /^test (.+?) \.\.\. FAILED$/.exec(line)?.[1]
    return name === undefined ? [] : [{ name: name.replaceAll('::', ' > '), reason: reasonOf(lines, name) }]
  })
}

/** `assert_eq!` prints its sides as left and right, without which one was expected. */
function reasonOf(lines: readonly string[], name: string): FailureReason | null {
  const from = lines.indexOf(`---- ${name} stdout ----`)
  if (from < 0) return null
  const next = lines.findIndex((line, at) => at > from && /^---- |^failures:$/.test(line))
  const about = lines.slice(from + 1, Math.min(next < 0 ? lines.length : next, from + 30))
  const at = about.findIndex((line) => / panicked at /.test(line))
  const message = about[at + 1]?.trim() ?? ''
  const side = (which: string) => about.flatMap((line) => new RegExp(`^ +${which}: (.+)$`).exec(line)?.[1] ?? [])[0]
  const values = valuesReason(side('left'), side('right'))
  if (values?.kind === 'values') return messageReason(`left: ${values.expected}, right: ${values.got}`)
  return messageReason(message)
}

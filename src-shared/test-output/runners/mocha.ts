import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest, TestReport } from '../test-report.ts'

/** Parses mocha's default output (reporter `spec`, also `dot`). */
export function readMocha(lines: readonly string[]): TestReport | null {
  const sum = (what: string) =>
    lines.reduce((all, line) => all + Number(new RegExp(`^ +(\\d+) ${what}(?: \\(|$)`).exec(line)?.[1] ?? 0), 0)
  if (!lines.some((line) => /^ +\d+ passing \(.+\)$/.test(line))) return null
  return { passed: sum('passing'), failed: sum('failing'), skipped: sum('pending'), failing: failingOf(lines) }
}

/** After the totals, each failing test is listed with a number and a line for each suite around it. */
function failingOf(lines: readonly string[]): FailingTest[] {
  const from = lines.findIndex((line) => /^ +\d+ failing$/.test(line))
  if (from < 0) return []
  const own = lines.slice(from + 1)
  const starts = own.flatMap((line, at) => (/^ {2}\d+\) /.test(line) ? [at] : []))
  return starts.map((start, index) => {
    const about = own.slice(start, starts[index + 1])
    const end = about.findIndex((line) => /:$/.test(line))
    const parts = about.slice(0, end + 1).map((line) =>
      line
        .replace(/^ {2}\d+\)/, '')
        .replace(/:$/, '')
        .trim(),
    )
    return { name: parts.join(' > '), reason: reasonOf(about.slice(end + 1)) }
  })
}

function reasonOf(about: readonly string[]) {
  const signed = (sign: string) =>
    about.flatMap((line) => new RegExp(`^ +\\${sign}(?! expected| actual)(.+)$`).exec(line)?.[1] ?? [])
  const [got, wanted] = [signed('-'), signed('+')]
  if (got.length === 1 && wanted.length === 1 && !about.some((line) => /^ +[{[]$/.test(line)))
    return valuesReason(wanted[0], got[0])
  const message = about.find((line) => line.trim() !== '') ?? ''
  return messageReason(message.trim())
}

import { messageReason, valuesReason } from '../failure-reason.ts'
import type { FailingTest, TestReport } from '../test-report.ts'

/** Parses the default output of Node's test runner (reporter `spec`). */
export function readNodeSpec(lines: readonly string[]): TestReport | null {
  const sum = (what: string) =>
    lines.reduce((all, line) => all + Number(new RegExp(`^ℹ ${what} (\\d+)$`).exec(line)?.[1] ?? 0), 0)
  if (!lines.some((line) => /^ℹ pass \d+$/.test(line))) return null
  return {
    passed: sum('pass'),
    failed: sum('fail') + sum('cancelled'),
    skipped: sum('skipped') + sum('todo'),
    failing: failingOf(lines),
  }
}

function failingOf(lines: readonly string[]): FailingTest[] {
  const from = lines.indexOf('✖ failing tests:')
  if (from < 0) return []
  const own = lines.slice(from + 1)
  const starts = own.flatMap((line, at) => (/^✖ /.test(line) ? [at] : []))
  return starts.map((start, index) => {
    const about = own.slice(start + 1, starts[index + 1])
    const name = (own[start] ?? '').replace(/^✖ /, '').replace(/ \([\d.]+m?s\)$/, '')
    return { name, reason: reasonOf(about) }
  })
}

function reasonOf(about: readonly string[]) {
  const field = (name: string) => about.flatMap((line) => new RegExp(`^ +${name}: (.+?),?$`).exec(line)?.[1] ?? [])[0]
  const first = about.find((line) => line.trim() !== '') ?? ''
  return valuesReason(field('expected'), field('actual')) ?? messageReason(first.trim())
}

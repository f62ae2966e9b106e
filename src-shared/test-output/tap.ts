import { messageReason, valuesReason } from './failure-reason.ts'
import { type FailingTest, nothingRun, type TestReport } from './test-report.ts'

/**
 * Parses TAP output. Tests with subtests are not counted themselves. If the producer prints totals
 * (`# pass 3`), they take precedence.
 * Source: TAP 13 and 14, testanything.org/tap-version-14-specification.html; subtests as node and vitest write them.
 */
export function readTap(lines: readonly string[]): TestReport | null {
  if (!lines.some((line) => /^TAP version \d+|^1\.\.\d+/.test(line))) return null
  const points = pointsOf(lines)
  const leaves = points.filter(({ holdsOthers }) => !holdsOthers)
  if (leaves.length === 0) return null
  const failing = leaves.filter(({ ok, directive }) => !ok && directive === null)
  const counted: TestReport = {
    passed: leaves.filter(({ ok, directive }) => ok && directive === null).length,
    failed: failing.length,
    skipped: leaves.filter(({ directive }) => directive !== null).length,
    failing: failing.map(({ name, details }): FailingTest => ({ name, reason: reasonOf(details) })),
  }
  const [passed, failed] = [sumOf(lines, 'pass'), sumOf(lines, 'fail')]
  if (passed === null && failed === null) return counted
  const left = (sumOf(lines, 'skipped') ?? sumOf(lines, 'skip') ?? 0) + (sumOf(lines, 'todo') ?? 0)
  const cancelled = sumOf(lines, 'cancelled') ?? 0
  return {
    ...nothingRun,
    failing: counted.failing,
    passed: passed ?? 0,
    failed: (failed ?? 0) + cancelled,
    skipped: left,
  }
}

interface Point {
  readonly ok: boolean
  readonly name: string
  readonly directive: 'skip' | 'todo' | null
  readonly holdsOthers: boolean
  readonly details: readonly string[]
}

const point = /^(\s*)(not )?ok\b(?: +\d+)?(?: +-)? *(.*)$/

function pointsOf(lines: readonly string[]): Point[] {
  const points: Point[] = []
  const suites: { readonly indent: number; readonly name: string }[] = []
  for (const [at, line] of lines.entries()) {
    const subtest = /^(\s*)# Subtest: (.*)$/.exec(line)
    const match = point.exec(line)
    const indent = (subtest ?? match)?.[1]?.length
    if (indent === undefined) continue
    while ((suites.at(-1)?.indent ?? -1) >= indent) suites.pop()
    if (subtest !== null) suites.push({ indent, name: subtest[2] ?? '' })
    if (match === null) continue
    const { name, directive, opens } = described(match[3] ?? '')
    const details = detailsAfter(lines, at, indent)
    const around = suites.map((suite) => suite.name)
    points.push({
      ok: match[2] === undefined,
      name: [...around, name].filter((each) => each !== '').join(' > '),
      directive,
      holdsOthers: opens || details.some((each) => /^type: '?suite'?|failureType: '?subtestsFailed/.test(each)),
      details,
    })
    if (opens) suites.push({ indent, name })
  }
  return points
}

function described(text: string) {
  const opens = / \{$/.test(text)
  const [name = '', comment = ''] = text.replace(/ \{$/, '').split(/ # ?(?=skip|todo|time)/i)
  const directive = /^skip/i.test(comment) ? 'skip' : /^todo/i.test(comment) ? 'todo' : null
  return { name: name.trim(), directive, opens } as const
}

/** The lines of the YAML block after a test point, trimmed. */
function detailsAfter(lines: readonly string[], at: number, indent: number): string[] {
  if (!/^\s*---$/.test(lines[at + 1] ?? '')) return []
  const end = lines.findIndex((line, index) => index > at + 1 && /^\s*\.\.\.$/.test(line))
  return lines.slice(at + 2, end < 0 ? at + 2 : Math.min(end, at + 60)).map((line) => line.slice(indent).trim())
}

function reasonOf(details: readonly string[]) {
  const field = (name: string) => {
    const line = details.find((each) => each.startsWith(`${name}:`))
    const value = unquoted(line?.slice(name.length + 1).trim() ?? '')
    return value === '|-' || value === '|' || value === '>-' ? '' : value
  }
  const values = valuesReason(field('expected'), field('actual'))
  return values ?? messageReason(field('error') || field('message'))
}

/** A value without quotes; empty if it is the beginning of a multi-line value. */
function unquoted(text: string): string {
  const inside = /^(['"])(.*)\1$/.exec(text)?.[2]
  return inside ?? (/^['"]/.test(text) ? '' : text)
}

/** The sum of the producers' totals: several may have printed one after another. Null if there is none. */
function sumOf(lines: readonly string[], what: string): number | null {
  const found = lines.flatMap((line) => new RegExp(`^# ${what}\\s+(\\d+)`).exec(line)?.[1] ?? [])
  return found.length === 0 ? null : found.reduce((sum, each) => sum + Number(each), 0)
}

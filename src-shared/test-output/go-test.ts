import { messageReason } from './failure-reason.ts'
import type { FailingTest, FailureReason, TestReport } from './test-report.ts'

type End = 'PASS' | 'FAIL' | 'SKIP'
interface Ended {
  readonly name: string
  readonly end: End
  readonly reason: FailureReason | null
}

/**
 * Parses the output of `go test`: with `-v` it lists every test, without it only those that fail, and for a package
 * that passes only its name. The tests of such a package can't be counted, so then there is no report.
 */
export function readGoTest(lines: readonly string[]): TestReport | null {
  const packages = lines.filter((line) => /^(?:ok|FAIL) {0,2}\t\S+/.test(line))
  const ended = endedIn(lines)
  if (packages.length === 0 || ended.length === 0) return null
  const isListed = lines.some((line) => /^=== RUN {3}/.test(line))
  if (!isListed) return null
  return reportOf(ended)
}

/** Parses the output of `go test -json`: one event per line. */
export function readGoJson(lines: readonly string[]): TestReport | null {
  const outputs = new Map<string, string[]>()
  const ended: Ended[] = []
  for (const line of lines) {
    const event = line.startsWith('{"Time":') || line.startsWith('{"Action":') ? eventOf(line) : null
    if (event === null || event.Test === undefined) continue
    const key = `${event.Package ?? ''} ${event.Test}`
    if (event.Action === 'output') outputs.set(key, [...(outputs.get(key) ?? []), (event.Output ?? '').trimEnd()])
    const end = ends.get(event.Action)
    if (end !== undefined) ended.push({ name: nameOf(event.Test), end, reason: reasonIn(outputs.get(key) ?? []) })
  }
  return ended.length === 0 ? null : reportOf(ended)
}

const ends: ReadonlyMap<string, End> = new Map([
  ['pass', 'PASS'],
  ['fail', 'FAIL'],
  ['skip', 'SKIP'],
])

interface GoEvent {
  readonly Action: string
  readonly Package?: string
  readonly Test?: string
  readonly Output?: string
}

function eventOf(line: string): GoEvent | null {
  try {
    const parsed: unknown = JSON.parse(line)
    return isEvent(parsed) ? parsed : null
  } catch {
    return null
  }
}

const isEvent = (value: unknown): value is GoEvent =>
  typeof value === 'object' && value !== null && 'Action' in value && typeof value.Action === 'string'

const nameOf = (test: string): string => test.replaceAll('/', ' > ')

function endedIn(lines: readonly string[]): Ended[] {
  return lines.flatMap((line, at) => {
    const match = /^ *--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/.exec(line)
    const end = ends.get((match?.[1] ?? '').toLowerCase())
    const test = match?.[2]
    if (end === undefined || test === undefined) return []
    return [
      { name: nameOf(test), end, reason: reasonIn([...saidBefore(lines, at, test), ...lines.slice(at + 1, at + 2)]) },
    ]
  })
}

/** The lines that a test printed: with `-v`, between its name and its result. */
function saidBefore(lines: readonly string[], at: number, test: string): readonly string[] {
  const from = lines.lastIndexOf(`=== RUN   ${test}`, at)
  return from < 0 ? [] : lines.slice(from + 1, Math.min(at, from + 60))
}

const reasonIn = (lines: readonly string[]): FailureReason | null => {
  const found = lines.flatMap((line) => /^\s+\w[\w.-]*\.go:\d+: (.+)$/.exec(line)?.[1] ?? [])[0]
  return found === undefined ? null : messageReason(found)
}

/** A test with subtests is not counted itself. */
function reportOf(ended: readonly Ended[]): TestReport {
  const leaves = ended.filter(({ name }) => !ended.some((other) => other.name.startsWith(`${name} > `)))
  const of = (end: End) => leaves.filter((each) => each.end === end)
  const failing = of('FAIL').map(({ name, reason }): FailingTest => ({ name, reason }))
  return { passed: of('PASS').length, failed: failing.length, skipped: of('SKIP').length, failing }
}

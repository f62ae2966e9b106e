import { messageReason } from '../failure-reason.ts'
import { firsts, maxAbout, type Reader } from './found.ts'
import { type Ended, reportOfGo } from './go-report.ts'

/** Behind what a test printed without a line feed, too. */
const resultLine = /--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/
const runLine = /^=== RUN {3}(\S+)$/
/** The last line about a package; without a time: it was not run. */
const packageLine = /^(ok|FAIL|\?|---) {0,3}\t(\S+)(?:\t[\d.]+s|\t\(cached\)|[\t ]\[.*\])?/

/**
 * Parses the output of `go test -v`, package by package. Without `-v` it lists only tests that fail, and of a package
 * that passes only its name: what can't be counted has no report.
 */
export const readGoTest: Reader = (lines, isCut) => {
  if (isCut) return null
  if (!lines.some((line) => runLine.test(line)) || !lines.some((line) => packageLine.test(line))) return null
  const ended: Ended[] = []
  let from = 0
  for (const [at, line] of lines.entries()) {
    const match = packageLine.exec(line)
    if (match === null) continue
    const own = lines.slice(from, at)
    ended.push(...endedIn(own, match[2] ?? '', match[1] === 'FAIL'))
    if (match[1] === 'FAIL') ended.push({ kind: 'package', package: match[2] ?? '', why: whyOf(line, own, lines) })
    from = at + 1
  }
  const rest = lines.slice(from)
  return reportOfGo([...ended, ...endedIn(rest, '', true)])
}

/** A test that began and has no result: the package broke off in it, unless it passed. */
function endedIn(lines: readonly string[], of: string, hasFailed: boolean): Ended[] {
  const begun = new Map<string, number>()
  const ended: Ended[] = []
  for (const [at, line] of lines.entries()) {
    const run = runLine.exec(line)?.[1]
    if (run !== undefined) begun.set(run, at)
    const match = resultLine.exec(line)
    const test = match?.[2]
    if (test === undefined) continue
    const from = begun.get(test) ?? at
    begun.delete(test)
    const said =
      match?.[1] === 'FAIL' ? [...lines.slice(from + 1, Math.min(at, from + maxAbout)), lines[at + 1] ?? ''] : []
    ended.push({ kind: 'test', package: of, test, end: match?.[1] ?? '', reason: goReason(said) })
  }
  const panic = firsts(lines, /^(panic: .+|fatal error: .+)$/)[0] ?? 'It began and did not end.'
  return [
    ...ended,
    ...[...begun.keys()].map((test): Ended => {
      const how = hasFailed ? { end: 'FAIL', reason: messageReason(panic) } : { end: 'PASS', reason: null }
      return { kind: 'test', package: of, test, ...how }
    }),
  ]
}

/** `FAIL ex/c [build failed]`: the first message of the compiler; else how the package’s program ended. */
function whyOf(line: string, own: readonly string[], all: readonly string[]): string {
  const failed = /\[(.+)\]$/.exec(line)?.[1]
  const program = /\t(\S+)/.exec(line)?.[1] ?? ''
  if (failed === undefined) return firsts(own, /^(panic: .+|exit status \d+|signal: .+)$/)[0] ?? ''
  const head = all.findIndex((each) => each === `# ${program}` || each.startsWith(`# ${program} [`))
  // `go vet` has a line of its own before what it says.
  const message = all.slice(head + 1, head + 3).find((each) => !each.startsWith('#')) ?? ''
  return head < 0 ? failed : `${failed}: ${message}`
}

/** The first message that a test printed: `    a_test.go:12: got 1, want 2`. */
export const goReason = (lines: readonly string[]) => {
  const found = firsts(lines, /(?:^|\s)\w[\w.-]*\.go:\d+: (.+)$/)[0]
  return found === undefined ? null : messageReason(found)
}

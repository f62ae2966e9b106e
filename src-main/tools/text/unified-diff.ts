import { type Difference, diffLines } from './line-diff.ts'
import { visibleName } from './visible.ts'

export interface UnifiedDiff {
  /** Unified diff text of one file, as git writes it. */
  readonly patch: string
  readonly added: number
  readonly removed: number
}

const around = 3

/** @param before null if the file is new */
export function unifiedDiff(path: string, before: string | null, after: string): UnifiedDiff {
  const old = splitLines(before ?? '')
  const now = splitLines(after)
  const differences = diffLines(old, now)
  const sum = (count: (each: Difference) => number) => differences.reduce((total, each) => total + count(each), 0)
  const name = visibleName(path)
  const head = `--- ${before === null ? '/dev/null' : `a/${name}`}\n+++ b/${name}\n`
  const hunks = grouped(differences, old.length).map((group) => hunk(group, old, now))
  return {
    patch: differences.length === 0 ? '' : head + hunks.join(''),
    added: sum((each) => each.newEnd - each.newStart),
    removed: sum((each) => each.oldEnd - each.oldStart),
  }
}

/** Lines with their line ends, so that a last line without one differs from the same line with one. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Differences whose context lines touch share a hunk. */
function grouped(differences: readonly Difference[], length: number): Difference[][] {
  const groups: Difference[][] = []
  for (const each of differences) {
    const last = groups.at(-1)
    const end = last?.at(-1)?.oldEnd ?? -length - 2 * around - 1
    if (last !== undefined && each.oldStart - end <= 2 * around) last.push(each)
    else groups.push([each])
  }
  return groups
}

function hunk(group: readonly Difference[], old: readonly string[], now: readonly string[]): string {
  const first = group[0]
  const last = group.at(-1)
  if (first === undefined || last === undefined) return ''
  const lead = Math.min(around, first.oldStart)
  const trail = Math.min(around, old.length - last.oldEnd)
  const from = { old: first.oldStart - lead, now: first.newStart - lead }
  const counts = { old: last.oldEnd + trail - from.old, now: last.newEnd + trail - from.now }
  let text = `@@ -${range(from.old, counts.old)} +${range(from.now, counts.now)} @@\n`
  const print = (mark: string, lines: readonly string[], start: number, end: number) => {
    for (let at = start; at < end; at++) text += mark + lines[at]
    if (end > start && lines[end - 1]?.endsWith('\n') === false) text += '\n\\ No newline at end of file\n'
  }
  let at = from.old
  for (const each of group) {
    print(' ', old, at, each.oldStart)
    print('-', old, each.oldStart, each.oldEnd)
    print('+', now, each.newStart, each.newEnd)
    at = each.oldEnd
  }
  print(' ', old, at, last.oldEnd + trail)
  return text
}

/** An empty range is named by the line before it. */
const range = (start: number, count: number) => `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`

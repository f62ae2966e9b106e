import { parsePatch } from 'diff'

/** One line of a unified diff as it is drawn. Line numbers start at 1; null if the side has no such line. */
export interface DiffRow {
  readonly kind: 'hunk' | 'context' | 'added' | 'removed' | 'note'
  readonly old: number | null
  readonly new: number | null
  readonly text: string
}

/** The rows of a unified diff. A text that is not a diff is returned line by line, so that nothing is hidden. */
export function diffRows(patch: string): readonly DiffRow[] {
  try {
    const rows = parsePatch(patch).flatMap((file) => file.hunks.flatMap((hunk, index) => hunkRows(hunk, index > 0)))
    if (rows.length > 0 || patch.trim() === '') return rows
  } catch {
    // A hunk with wrong counts is still worth showing as a diff.
  }
  return lenientRows(patch)
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Reads hunks by their headers only. Lines outside of hunks are shown unchanged. */
function lenientRows(patch: string): DiffRow[] {
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = []
  const outside: DiffRow[] = []
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const head = hunkHead.exec(line)
    if (head) hunks.push({ oldStart: Number(head[1]), newStart: Number(head[2]), lines: [] })
    else if (hunks.length > 0) hunks.at(-1)?.lines.push(line)
    else if (!/^(---|\+\+\+|diff |index )/.test(line)) outside.push({ kind: 'note', old: null, new: null, text: line })
  }
  return [...outside, ...hunks.flatMap((hunk, index) => hunkRows(hunk, index > 0))]
}

interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

function hunkRows(hunk: Hunk, between: boolean): DiffRow[] {
  const gap: DiffRow = { kind: 'hunk', old: null, new: null, text: `Line ${hunk.newStart}` }
  const rows: DiffRow[] = between ? [gap] : []
  let before = hunk.oldStart
  let after = hunk.newStart
  for (const line of hunk.lines) {
    const text = line.slice(1)
    if (line.startsWith('+')) rows.push({ kind: 'added', old: null, new: after++, text })
    else if (line.startsWith('-')) rows.push({ kind: 'removed', old: before++, new: null, text })
    else if (line.startsWith('\\')) rows.push({ kind: 'note', old: null, new: null, text: 'No newline at end of file' })
    else rows.push({ kind: 'context', old: before++, new: after++, text })
  }
  return rows
}

/** The text of one side, which is highlighted as a whole, and for each row its line in that text (-1 if none). */
export function sideOf(rows: readonly DiffRow[], side: 'old' | 'new'): { text: string; lineOf: readonly number[] } {
  const lines: string[] = []
  const lineOf = rows.map((row) => (row[side] === null ? -1 : lines.push(row.text) - 1))
  return { text: lines.join('\n'), lineOf }
}

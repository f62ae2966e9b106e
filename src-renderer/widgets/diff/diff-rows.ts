import { parsePatch } from 'diff'

/** One line of a unified diff as it is drawn. Line numbers count from 1; null where the side has no such line. */
export interface DiffRow {
  readonly kind: 'hunk' | 'context' | 'added' | 'removed' | 'note'
  readonly old: number | null
  readonly new: number | null
  readonly text: string
}

/** Rows of a unified diff. What is no diff comes out as its own lines, so that nothing is hidden. */
export function diffRows(patch: string): readonly DiffRow[] {
  try {
    const rows = parsePatch(patch).flatMap((file) => file.hunks.flatMap((hunk, index) => hunkRows(hunk, index > 0)))
    if (rows.length > 0 || patch.trim() === '') return rows
  } catch {
    // A hunk whose counts are wrong is still worth reading as one.
  }
  return lenientRows(patch)
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Reads hunks by their heads alone. Lines that stand in no hunk are shown as they are. */
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

/** The text of one side, by which its rows are highlighted, and each row's line in it (-1: none). */
export function sideOf(rows: readonly DiffRow[], side: 'old' | 'new'): { text: string; lineOf: readonly number[] } {
  const lines: string[] = []
  const lineOf = rows.map((row) => (row[side] === null ? -1 : lines.push(row.text) - 1))
  return { text: lines.join('\n'), lineOf }
}

import type { DiffRow } from './diff-rows.ts'

/** A row of a side-by-side diff; null if a side has no line there. */
export interface SideRow {
  readonly kind: 'same' | 'differs' | 'gap'
  readonly left: DiffRow | null
  readonly right: DiffRow | null
}

/** Converts the rows of a unified diff to two columns. Lines that replace each other share a row. */
export function sideRows(diff: readonly DiffRow[]): readonly SideRow[] {
  const rows: SideRow[] = []
  let [removed, added]: [DiffRow[], DiffRow[]] = [[], []]
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      rows.push({ kind: 'differs', left: removed[at] ?? null, right: added[at] ?? null })
    removed = []
    added = []
  }
  for (const row of diff) {
    if (row.kind === 'removed') removed.push(row)
    else if (row.kind === 'added') added.push(row)
    else {
      flush()
      if (row.kind !== 'note') rows.push({ kind: row.kind === 'hunk' ? 'gap' : 'same', left: row, right: row })
    }
  }
  flush()
  return rows
}

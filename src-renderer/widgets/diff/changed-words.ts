import { diffWordsWithSpace } from 'diff'
import type { DiffRow } from './diff-rows.ts'

/** Part of a line: from `from` up to, but not including, `to`, in UTF-16 units. */
export interface Span {
  readonly from: number
  readonly to: number
}
/** Returns the parts of a changed line that differ from the line it replaces, or is replaced by. */
export type ChangedWords = (row: DiffRow) => readonly Span[]

const none: readonly Span[] = []
/** Longer lines, such as those of minified files, are not compared. */
const maxLength = 600
/** Words that may differ; the time to find them grows with the square of this. */
const maxEdits = 150
/** Lines with less in common, as a part of the longer line without spaces, are different lines: all of them is new. */
const minCommon = 1 / 3

/** Lines that replace each other are compared in pairs, in their order, and each pair only when it is drawn. */
export function changedWords(rows: readonly DiffRow[]): ChangedWords {
  const pairs = pairsOf(rows)
  const known = new Map<DiffRow, readonly Span[]>()
  return (row) => {
    const found = known.get(row)
    if (found !== undefined) return found
    const pair = pairs.get(row)
    if (pair === undefined) return none
    const { removed, added } = differences(pair.removed.text, pair.added.text)
    known.set(pair.removed, removed)
    known.set(pair.added, added)
    return known.get(row) ?? none
  }
}

interface Pair {
  readonly removed: DiffRow
  readonly added: DiffRow
}

function pairsOf(rows: readonly DiffRow[]): ReadonlyMap<DiffRow, Pair> {
  const pairs = new Map<DiffRow, Pair>()
  let removed: DiffRow[] = []
  let at = 0
  for (const row of rows) {
    if (row.kind === 'removed') {
      if (at > 0) removed = []
      at = 0
      removed.push(row)
    } else if (row.kind === 'added') {
      const replaced = removed[at++]
      if (replaced === undefined) continue
      const pair = { removed: replaced, added: row }
      pairs.set(replaced, pair).set(row, pair)
    } else if (row.kind !== 'note') {
      removed = []
      at = 0
    }
  }
  return pairs
}

/** The parts in which two lines differ; none if they are too long, or have too little in common. */
export function differences(
  before: string,
  after: string,
): { readonly removed: readonly Span[]; readonly added: readonly Span[] } {
  if (before.length > maxLength || after.length > maxLength) return { removed: none, added: none }
  const removed: Span[] = []
  const added: Span[] = []
  let common = 0
  let [old, fresh] = [0, 0]
  for (const { value, ...part } of diffWordsWithSpace(before, after, { maxEditLength: maxEdits }) ?? []) {
    const { length } = value
    if (part.removed) extend(removed, old, old + length, before)
    else if (part.added) extend(added, fresh, fresh + length, after)
    else common += letters(value)
    if (!part.added) old += length
    if (!part.removed) fresh += length
  }
  if (common < minCommon * Math.max(letters(before), letters(after))) return { removed: none, added: none }
  return { removed, added }
}

/** Parts with only spaces between them are one. */
function extend(spans: Span[], from: number, to: number, text: string): void {
  const last = spans.at(-1)
  if (last !== undefined && text.slice(last.to, from).trim() === '') spans[spans.length - 1] = { from: last.from, to }
  else spans.push({ from, to })
}

const letters = (text: string): number => text.replace(/\s+/g, '').length

/**
 * Hunks of a three-way merge, from git's unified diffs. Texts are bytes (as latin1), and a line includes its
 * line end, so that CRLF and a missing last newline are content like any other.
 */

/** Lines of the base, from `start` (0 is the first), that are replaced. */
export interface LineChange {
  readonly start: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}
export interface Hunk {
  /** With its `@@` line. */
  readonly patch: string
  readonly changes: readonly LineChange[]
}
export type HunkState = 'clean' | 'there' | 'conflict'

export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The hunks of one file's patch. */
export function hunksOf(patch: string): Hunk[] {
  return patch
    .split(/^(?=@@ )/m)
    .filter((part) => part.startsWith('@@ '))
    .map((part) => ({ patch: part, changes: changesOf(part) }))
}

function changesOf(patch: string): LineChange[] {
  const [head = '', ...body] = linesOf(patch)
  const [, first = '0', count = '1'] = /^@@ -(\d+)(?:,(\d+))? /.exec(head) ?? []
  // For an empty range, git names the line before it.
  let at = Number(first) - (count === '0' ? 0 : 1)
  const found: LineChange[] = []
  let open: { start: number; removed: string[]; added: string[] } | null = null
  const part = () => {
    if (open === null) {
      open = { start: at, removed: [], added: [] }
      found.push(open)
    }
    return open
  }
  body.forEach((line, index) => {
    const sign = line[0]
    const isUnended = body[index + 1]?.startsWith('\\') === true
    const content = isUnended ? line.slice(1, -1) : line.slice(1)
    if (sign === '-') {
      part().removed.push(content)
      at += 1
    } else if (sign === '+') part().added.push(content)
    else if (sign === ' ') {
      open = null
      at += 1
    }
  })
  return found
}

/** Whether a hunk (base → theirs) can be applied to a text made from the same base by `ours`. */
export function stateOf(hunk: Hunk, ours: readonly LineChange[]): HunkState {
  const states = hunk.changes.map((change) => stateOfChange(change, ours))
  if (states.includes('conflict')) return 'conflict'
  return states.every((state) => state === 'there') ? 'there' : 'clean'
}

function stateOfChange(change: LineChange, ours: readonly LineChange[]): HunkState {
  const near = ours.filter((each) => touches(change, each))
  if (near.length === 0) return 'clean'
  return near.length === 1 && near[0] !== undefined && isSame(change, near[0]) ? 'there' : 'conflict'
}

/** Adjacent changes count as overlapping: their order is ambiguous. */
function touches(one: LineChange, other: LineChange): boolean {
  return one.start <= other.start + other.removed.length && other.start <= one.start + one.removed.length
}

const isSame = (one: LineChange, other: LineChange): boolean =>
  one.start === other.start &&
  one.removed.length === other.removed.length &&
  one.added.length === other.added.length &&
  one.added.every((line, at) => line === other.added[at])

/**
 * The text `now`, made from the base by `ours`, with the `clean` hunks applied. Null if it does not match what
 * the changes say it is.
 */
export function withHunks(now: string, hunks: readonly Hunk[], ours: readonly LineChange[]): string | null {
  const lines = linesOf(now)
  const clean = hunks.flatMap((hunk) => hunk.changes).filter((change) => stateOfChange(change, ours) === 'clean')
  // From the end, so that earlier positions stay valid.
  for (const { start, removed, added } of clean.toSorted((one, other) => other.start - one.start)) {
    const before = ours.filter((each) => each.start < start)
    const at = start + before.reduce((sum, each) => sum + each.added.length - each.removed.length, 0)
    const there = lines.slice(at, at + removed.length)
    if (at < 0 || at > lines.length || there.join('') !== removed.join('')) return null
    lines.splice(at, removed.length, ...added)
  }
  return lines.join('')
}

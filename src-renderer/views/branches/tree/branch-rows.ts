import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { markOf } from '../../../stores/session/branches.ts'

/**
 * A conversation's tree as rows of a graph, top to bottom. The newest continuation of a turn stays in its lane; earlier
 * ones are placed in between, one lane further right. So a branch reads downwards, and the newest work is at the end.
 */
export interface BranchRow {
  readonly turn: Turn
  /** Position from the left, from 0. */
  readonly lane: number
  /** Lanes that pass this row: turns above it continue below it. */
  readonly passing: readonly number[]
  /** Its connection: `begin` for the only first message, `below` in the same lane, `off` from the lane to its left. */
  readonly joins: 'begin' | 'below' | 'off'
  readonly goesOn: boolean
}

export interface BranchTree {
  readonly rows: readonly BranchRow[]
  /** Whether there are several first messages, so that the branches begin at the start of the conversation. */
  readonly forksAtStart: boolean
  /** Number of turns that are hidden because they, or their ancestors, are archived. */
  readonly archived: number
}

/** @param keep turns that are shown even if archived: the shown branch */
export function branchRows(turns: readonly Turn[], showArchived: boolean, keep: ReadonlySet<string>): BranchTree {
  const shown = showArchived ? turns : withoutArchived(turns, keep)
  const children = childrenOf(shown)
  const rows: BranchRow[] = []
  const waiting = firstRows(children.get(null) ?? [])
  // A stack instead of recursion: a conversation may be thousands of turns deep.
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    const after = children.get(row.turn.id) ?? []
    rows.push({ ...row, goesOn: after.length > 0 })
    const { lane, passing } = row
    const last = after.at(-1)
    if (last === undefined) continue
    waiting.push({ turn: last, lane, passing, joins: 'below' })
    const lanesHere = [...passing, lane]
    for (const turn of after.slice(0, -1).toReversed())
      waiting.push({ turn, lane: lane + 1, passing: lanesHere, joins: 'off' })
  }
  return { rows, forksAtStart: rows[0]?.joins !== 'begin' && rows.length > 0, archived: turns.length - shown.length }
}

/** First messages, last row first. Several are continuations of the conversation's start, as others are of a turn. */
function firstRows(firsts: readonly Turn[]): Omit<BranchRow, 'goesOn'>[] {
  const joins = firsts.length > 1 ? 'below' : 'begin'
  return firsts
    .toReversed()
    .map((turn, at) =>
      at === 0 ? { turn, lane: 0, passing: [], joins } : { turn, lane: 1, passing: [0], joins: 'off' },
    )
}

function withoutArchived(turns: readonly Turn[], keep: ReadonlySet<string>): readonly Turn[] {
  const hidden = new Set(turns.filter((turn) => markOf(turn).archived && !keep.has(turn.id)).map((turn) => turn.id))
  if (hidden.size === 0) return turns
  const children = childrenOf(turns)
  for (const id of hidden) for (const child of children.get(id) ?? []) if (!keep.has(child.id)) hidden.add(child.id)
  return turns.filter((turn) => !hidden.has(turn.id))
}

/** Children by parent, oldest first. A turn without a loaded parent starts a branch of its own. */
function childrenOf(turns: readonly Turn[]): ReadonlyMap<string | null, readonly Turn[]> {
  const known = new Set(turns.map((turn) => turn.id))
  const children = new Map<string | null, Turn[]>()
  for (const turn of turns.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const parent = turn.parentId !== null && known.has(turn.parentId) ? turn.parentId : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [turn])
    else siblings.push(turn)
  }
  return children
}

/** By row, the lane in which a branch passes rows of other branches. @param branch ids, from the first turn on */
export function passingLanes(rows: readonly BranchRow[], branch: ReadonlySet<string>): readonly (number | null)[] {
  const isThere = rows.some(({ turn }) => branch.has(turn.id))
  // From the start of the conversation, if branches begin there, down to the branch's first row.
  let lane: number | null = isThere && rows[0]?.joins !== 'begin' ? 0 : null
  return rows.map((row) => {
    if (!branch.has(row.turn.id)) return lane
    lane = row.goesOn ? row.lane : null
    return null
  })
}

/** The row that an arrow key moves to: up and down the list, left to the parent, right to a child. */
export function adjacentRow(rows: readonly BranchRow[], at: number, key: string): number {
  const row = rows[at]
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowLeft':
      return orSame(
        at,
        rows.findIndex((each) => each.turn.id === row?.turn.parentId),
      )
    case 'ArrowRight':
      return orSame(
        at,
        rows.findIndex((each) => each.turn.parentId === row?.turn.id),
      )
    default:
      return at
  }
}

const orSame = (at: number, found: number) => (found === -1 ? at : found)

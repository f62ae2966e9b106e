import type { Turn } from '../../src-shared/run/conversation.ts'

/** Logs of runs that are over, each in many rows, which are to be packed; what of a run is written twice goes with that. */
export interface LooseLogTable {
  /** The run that is next; none where none is left. */
  next(): string | undefined
  /** Packs it, or leaves it in rows: all of it or nothing. What is damaged stays as it is. @returns whether it is packed */
  pack(runId: string): boolean
}

/** Where a list of messages is. */
export interface TurnList {
  /** The last link of its chain. */
  readonly list: string
  readonly length: number
}

/**
 * The list of messages up to and with a turn, if it was found out. It can be made again from the logs, so it is kept
 * for the end of each branch, and for some turns before.
 */
export interface TurnListTable {
  get(turnId: string): TurnList | undefined
  /** Gives up that of the turn before, unless it is one that stays. */
  save(turn: Pick<Turn, 'id' | 'parentId'>, list: TurnList): void
}

import type { Turn } from '../../src-shared/run/conversation.ts'

/** Logs of ended runs, stored one row per event, that are to be packed; packing also removes what is stored twice. */
export interface LooseLogTable {
  /** The next run; none if none is left. */
  next(): string | undefined
  /** Packs the whole log, or leaves it in rows. A damaged log stays as it is. @returns whether it was packed */
  pack(runId: string): boolean
}

/** Where a list of messages is stored. */
export interface TurnList {
  /** The last link of its chain. */
  readonly list: string
  readonly length: number
}

/**
 * The cached list of messages up to and including a turn. It can be rebuilt from the logs, so it is kept
 * only for the end of each branch and for some earlier turns.
 */
export interface TurnListTable {
  get(turnId: string): TurnList | undefined
  /** Drops the list of the turn before, unless it is one that is kept. */
  save(turn: Pick<Turn, 'id' | 'parentId'>, list: TurnList): void
}

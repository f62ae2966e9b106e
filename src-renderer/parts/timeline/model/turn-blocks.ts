import type { Run } from '../../../../src-shared/run/conversation.ts'

/** A turn of the conversation, as a block in a strip of all of them. */
export interface TurnBlock {
  readonly turn: number
  readonly message: string
  readonly run: Run
  /** Working time, ms. */
  readonly workMs: number
  readonly outcome: 'ok' | 'bad' | 'going' | 'stopped'
}

interface Choice {
  readonly run: Run
  readonly turn: number
  readonly message: string
}

/** Blocks of a strip at one time: those around the one that is shown. */
const maxBlocks = 80

/**
 * The turns around the one of a run, one block each: of several runs of a turn the one that is shown, else the newest.
 * @param shownId of the run that is shown
 */
export function turnBlocks(choices: readonly Choice[], shownId: string | null): readonly TurnBlock[] {
  const turns = new Map<number, Choice>()
  for (const each of choices) {
    const before = turns.get(each.turn)
    if (before === undefined || each.run.id === shownId) turns.set(each.turn, each)
    else if (before.run.id !== shownId && each.run.startedAt >= before.run.startedAt) turns.set(each.turn, each)
  }
  const all = [...turns.values()]
  const at = Math.max(
    0,
    all.findIndex(({ run }) => run.id === shownId),
  )
  const from = Math.max(0, Math.min(at - maxBlocks / 2, all.length - maxBlocks))
  return all.slice(from, from + maxBlocks).map(({ run, turn, message }) => {
    const workMs = Math.max(0, run.durationMs - run.totals.waitingMs)
    return { turn, message: message.replace(/\s+/g, ' ').trim(), run, workMs, outcome: outcomes[run.status] }
  })
}

const outcomes = {
  running: 'going',
  waiting: 'going',
  completed: 'ok',
  failed: 'bad',
  aborted: 'stopped',
  interrupted: 'stopped',
} as const

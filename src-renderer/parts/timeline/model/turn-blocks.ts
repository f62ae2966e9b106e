import type { RunVerdict } from '../../../../src-shared/comparison/shown/run-verdict.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { runTime } from '../../../../src-shared/run/time/run-time.ts'

/** A turn of the conversation as a block in the strip of turns. */
export interface TurnBlock {
  readonly turn: number
  readonly message: string
  readonly run: Run
  /** Working time, ms. */
  readonly workMs: number
  /** `refuted`: its run ended, and the check of its trial or lane failed. */
  readonly outcome: 'ok' | 'bad' | 'refuted' | 'going' | 'stopped'
}

interface Choice {
  readonly run: Run
  readonly turn: number
  readonly message: string
}

/** Maximum number of blocks in a strip: those around the shown turn. */
const maxBlocks = 80

/**
 * The turns around the shown run's turn, one block each. If a turn has several runs, its block is the shown one, else
 * the newest.
 * @param shownId of the run that is shown
 * @param verdicts of checks, by run
 */
export function turnBlocks(
  choices: readonly Choice[],
  shownId: string | null,
  verdicts: ReadonlyMap<string, Pick<RunVerdict, 'passed'>> = new Map(),
): readonly TurnBlock[] {
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
    const workMs = runTime(run).workMs
    const outcome = verdicts.get(run.id)?.passed === false ? 'refuted' : outcomes[run.status]
    return { turn, message: message.replace(/\s+/g, ' ').trim(), run, workMs, outcome }
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

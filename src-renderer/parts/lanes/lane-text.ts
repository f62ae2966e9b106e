import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Comparison, Lane } from '../../../src-shared/comparison/comparison.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import type { CopyProgress } from '../../../src-shared/workspace/workspace.ts'
import type { Tone } from '../../widgets/pill.tsx'

/** A lane with its turn and run as loaded with the conversation; null until they are loaded. */
export interface ShownLane {
  readonly lane: Lane
  readonly turn: Turn | null
  readonly run: Run | null
}

export function shownLanes(comparison: Comparison, turns: readonly Turn[]): readonly ShownLane[] {
  return comparison.lanes.map((lane) => {
    const turn = turns.find((each) => each.id === lane.turnId) ?? null
    return { lane, turn, run: turn?.runs.find((each) => each.id === lane.runId) ?? null }
  })
}

interface Words {
  readonly words: string
  readonly tone: Tone
}
/** The result of a check; `before` and `after` can be omitted if there is little room. */
interface CheckWords {
  readonly before: string
  readonly word: string
  readonly after: string
  readonly tone: Tone
}

/** The status of a lane. */
export function laneState({ lane, run }: ShownLane): Words {
  switch (lane.state) {
    case 'waiting':
      return { words: 'waiting to start', tone: 'plain' }
    case 'preparing':
      return { words: 'copying the files', tone: 'plain' }
    case 'setting-up':
      return { words: 'set-up command', tone: 'command' }
    case 'running':
      return run?.status === 'waiting'
        ? { words: 'waiting for you', tone: 'warn' }
        : { words: 'running', tone: 'accent' }
    case 'checking':
      return { words: 'checking', tone: 'command' }
    case 'done':
      return run === null || run.status === 'completed'
        ? { words: 'done', tone: 'plain' }
        : { words: run.status === 'aborted' ? 'stopped' : run.status, tone: 'bad' }
    case 'failed':
      return { words: 'failed', tone: 'bad' }
    case 'stopped':
      return { words: 'stopped', tone: 'plain' }
    case 'interrupted':
      return { words: 'interrupted', tone: 'warn' }
    default:
      return assertNever(lane.state)
  }
}

/** The result of a lane's check; null before it ran. */
export function checkText({ checkResult }: Lane): CheckWords | null {
  if (checkResult === null) return null
  const { exitCode, how, score } = checkResult
  const scored = score === null ? '' : ` · ${score}`
  if (how === 'time-limit') return { before: 'check ', word: `took too long${scored}`, after: '', tone: 'bad' }
  if (how === 'stopped') return { before: '', word: 'check stopped', after: '', tone: 'plain' }
  return exitCode === 0
    ? { before: 'check ', word: `passed${scored}`, after: '', tone: 'ok' }
    : { before: '', word: `check failed${scored}`, after: ` · exit ${exitCode ?? 'by signal'}`, tone: 'bad' }
}

/** "better" for two lanes, "best" for more. */
export const betterOrBest = (lanes: number): 'better' | 'best' => (lanes > 2 ? 'best' : 'better')

export function progressText({ stage, done, total }: CopyProgress): string {
  switch (stage) {
    case 'files':
      return total === null ? `Copying the files… ${done}` : `Copying the files… ${done} of ${total}`
    case 'dependencies':
      return total === null
        ? 'Bringing dependency folders along…'
        : `Bringing dependency folders along… ${done} of ${total}`
    case 'set-up':
      return 'Running the set-up command…'
    case 'ready':
      return 'The copy is ready.'
    default:
      return assertNever(stage)
  }
}

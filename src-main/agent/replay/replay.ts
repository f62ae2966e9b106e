import type { EventOf } from '../../../src-shared/run/event.ts'
import type { Divergence, Replay } from '../../../src-shared/run/replay.ts'
import { type Journal, readJournal } from '../journal.ts'
import type { RunCode } from '../run.ts'
import type { ReplayLog } from './replay-log.ts'
import { type Pass, replayPass } from './replay-pass.ts'
import { differentEnd, differentStep, notLogged, notReached } from './replay-text.ts'

/**
 * Executes a run's strategy again, with every answer taken from the run's log.
 *
 * 1. Nothing is performed and nothing is written: a step that the log cannot answer ends the replay, or its
 *    branch of it, before it gets to its port (replay-pass.ts).
 * 2. A divergence is a value. What the strategy requested in place of the logged step is found by a second
 *    pass, in which the log seems to have no answer there.
 * 3. If the log ends early (a crash, a stop, a reached limit) the replay ends there too, and all that the log
 *    has finished must have been reached.
 */
export async function replayRun(log: ReplayLog, code: RunCode): Promise<Replay> {
  const start = log.events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  if (start === undefined) throw new Error('a run without a first event cannot be replayed')
  const end = log.events.findLast((event): event is EventOf<'run-end'> => event.type === 'run-end')
  const journal = readJournal(log.events)
  const replayed = await replayPass(log, start, code, journal)
  return {
    steps: replayed.answered.size,
    versions: { logged: start.strategyVersion, present: code.version },
    reached: replayed.outcome === null || end === undefined ? 'cut' : 'outcome',
    divergence:
      replayed.differsAt === null ? divergenceOf(log, end, replayed, journal) : await stepAt(replayed.differsAt, start),
  }

  async function stepAt(path: string, first: EventOf<'run-start'>): Promise<Divergence> {
    const { unlogged, bodies } = await replayPass(log, first, code, journal, { without: path })
    return differentStep(log, path, unlogged.get(path) ?? null, bodies)
  }
}

function divergenceOf(
  log: ReplayLog,
  end: EventOf<'run-end'> | undefined,
  replayed: Pass,
  journal: Journal,
): Divergence | null {
  const [unlogged] = replayed.unlogged
  if (unlogged !== undefined && !breaksOff(end, replayed, journal)) return notLogged(log, unlogged, replayed.bodies)
  const left = notReached(log.events, replayed.visited)
  if (left !== null || replayed.outcome === null || end === undefined || isFromOutside(end)) return left
  return differentEnd(end, replayed.outcome, log)
}

/** Whether the log ends where no strategy ended it, so that a step without an answer is to be expected. */
function breaksOff(end: EventOf<'run-end'> | undefined, replayed: Pass, journal: Journal): boolean {
  if (end === undefined || isFromOutside(end)) return true
  return end.status !== 'completed' && [...replayed.unlogged.keys()].some((path) => journal.has(path))
}

/** Such an end may come at any step, also after the last one. */
const outside: readonly string[] = ['aborted', 'budget-spent', 'strategy-changed', 'interrupted', 'invalid-request']
const isFromOutside = ({ failure }: EventOf<'run-end'>): boolean => failure !== null && outside.includes(failure.kind)

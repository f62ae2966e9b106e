import { z } from 'zod'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { type EnteredGroup, matchesBreakpoint, type RunState } from '../../../src-shared/run/debug/match-breakpoint.ts'
import type { PauseAction, PauseReason } from '../../../src-shared/run/debug/pause-events.ts'
import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import type { PlannedStep } from '../../../src-shared/run/leaf-starts.ts'
import type { Leaf } from '../../strategy/steps.ts'
import type { Ended } from '../journal.ts'
import type { DebugPort } from '../ports.ts'
import { isWithin, type Trail } from '../trail.ts'

/**
 * Decides before which steps a run pauses.
 *
 * 1. While it is not armed it is asked one question a step, and nothing is computed or stored.
 * 2. One pause at a time: steps of parallel branches wait until it is answered, and are then looked at anew.
 * 3. How the run continues (step, step over, run to) is in the log, so that a resumed run continues in the same way.
 */
export interface Debugger {
  isArmed(): boolean
  /** Why the run pauses before a step, or null. Called once for each step while it is armed. */
  reasonAt(path: string, step: PlannedStep): PauseReason | null
  answered(path: string, action: PauseAction): void
  /** What a step gave, while armed: a score may be among it. */
  ended(step: Leaf, outcome: Ended): void
  /** One after the other. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

interface Mode {
  readonly action: PauseAction
  /** For `step-over`: the group that is stepped over. */
  readonly group: string | null
}

/** @param cost US dollars so far */
export function createDebugger(
  port: DebugPort,
  events: readonly StoredEvent[],
  trail: Pick<Trail, 'around'>,
  cost: () => number,
): Debugger {
  let mode = modeOf(events)
  let costBefore: number | null = null
  let score: number | null = null
  let last: Promise<unknown> = Promise.resolve()
  let known: Set<string> | null = null

  function stateAt(path: string): RunState {
    costBefore ??= costAtLastStep(events)
    known ??= reachedGroups(events)
    const reached = known
    const around = trail.around(path)
    const entered = around.filter((group) => !reached.has(group.path)).map(enteredGroup)
    for (const group of around) reached.add(group.path)
    const now = cost()
    const state = { entered, cost: now, costBefore, score }
    costBefore = now
    score = null
    return state
  }

  return {
    isArmed: () => mode.action.kind !== 'continue' || port.isArmed(),
    reasonAt(path, step) {
      const state = stateAt(path)
      if (port.takePause()) return { kind: 'user' }
      const at = port.breakpoints().find((each) => matchesBreakpoint(each, step, state))
      if (at !== undefined) return { kind: 'breakpoint', at }
      const { action, group } = mode
      switch (action.kind) {
        case 'continue':
          return null
        case 'run-to':
          return matchesBreakpoint(action.at, step, state) ? { kind: 'run-to', at: action.at } : null
        case 'step':
          return isWorthAStop(step) ? { kind: 'step' } : null
        case 'step-over':
          return isWorthAStop(step) && (group === null || !isWithin(path, group)) ? { kind: 'step' } : null
        default:
          return assertNever(action)
      }
    },
    answered: (path, action) => {
      mode = { action, group: namedGroup(action) ?? trail.around(path).at(-1)?.path ?? null }
    },
    ended: (step, outcome) => {
      score = scoreOf(step, outcome) ?? score
    },
    alone(work) {
      const next = last.then(work, work)
      last = next.catch(() => undefined)
      return next
    },
  }
}

const continues: Mode = { action: { kind: 'continue' }, group: null }

/** As the last answer says. Which phase it stepped over is found by the path of the pause. */
function modeOf(events: readonly StoredEvent[]): Mode {
  const answer = events.findLast((event): event is EventOf<'pause-answer'> => event.type === 'pause-answer')
  if (answer === undefined) return continues
  return { action: answer.action, group: namedGroup(answer.action) ?? groupAbove(events, answer.path) }
}

const namedGroup = (action: PauseAction): string | null => (action.kind === 'step-over' ? (action.group ?? null) : null)

function groupAbove(events: readonly StoredEvent[], path: string): string | null {
  const groups = events.filter(isGroup).filter((event) => isWithin(path, event.path))
  return groups.reduce<string | null>(
    (best, { path: each }) => (best !== null && best.length > each.length ? best : each),
    null,
  )
}

type Group = EventOf<'phase-start'> | EventOf<'child-start'>
const isGroup = (event: StoredEvent): event is Group => event.type === 'phase-start' || event.type === 'child-start'

const enteredGroup = (group: Group): EnteredGroup =>
  group.type === 'phase-start'
    ? { kind: 'phase', names: [group.name] }
    : { kind: 'agent', names: [group.strategy.name, ...(group.agent === undefined ? [] : [group.agent])] }

/** The paths of all groups that have had a step before. */
function reachedGroups(events: readonly StoredEvent[]): Set<string> {
  const reached = new Set<string>()
  for (const { path } of events.filter(isLeafStart))
    for (const { index } of path.matchAll(/[./]/g)) reached.add(path.slice(0, index))
  return reached
}

type LeafStart = EventOf<'model-start'> | EventOf<'tool-start'> | EventOf<'step-start'>
const isLeafStart = (event: StoredEvent): event is LeafStart =>
  event.type === 'model-start' || event.type === 'tool-start' || event.type === 'step-start'

function costAtLastStep(events: readonly StoredEvent[]): number {
  const at = events.findLastIndex(isLeafStart)
  return events
    .slice(0, Math.max(at, 0))
    .reduce((sum, event) => sum + (event.type === 'model-end' ? (event.cost ?? 0) : 0), 0)
}

/** A look at the queue, a random number, the time: nothing to see or to change. */
const isWorthAStop = (step: PlannedStep): boolean =>
  step.type !== 'step-start' || (step.step !== 'inbox' && step.step !== 'random' && step.step !== 'read-clock')

const scored = z.object({ score: z.number() })

/** The score in a note's facts, or that a check found in its output. */
function scoreOf(step: Leaf, outcome: Ended): number | null {
  if (step.kind !== 'note' && step.kind !== 'check') return null
  const read = scored.safeParse(step.kind === 'note' ? step.data : outcome.ok ? outcome.value : null)
  return read.success ? read.data.score : null
}

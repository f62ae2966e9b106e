import type { Failure } from '../../src-shared/base/failure.ts'
import { type LimitedThing, limitedThings, limitText } from '../../src-shared/run/budget-text.ts'
import type { EventBody, StoredEvent, Totals } from '../../src-shared/run/event.ts'
import { addToTotals, totalsOf } from '../../src-shared/run/totals.ts'
import { type Budget, bytesLimit } from '../../src-shared/strategy/task.ts'
import type { LeafKind } from '../strategy/steps.ts'
import { eventsRefusal, type GroupShape, shapeRefusal } from './run-limits.ts'

/** Counts what a run has used and reports when its limits are near or reached (T11). */
export interface Meter {
  readonly totals: Totals
  count(event: StoredEvent): void
  /** Counts a step that writes no events. The limits apply to it, but it is not part of the totals. */
  countUnlogged(): void
  /** The reason why no further step may start, or null. */
  refusal(kind: LeafKind): Failure | null
  /** The same for a phase, branches or a child run. */
  groupRefusal(group: GroupShape): Failure | null
  /** Whether it is time for the last answer. `coming` is the usage of the call that has just ended. */
  standing(coming: { readonly tokens: number; readonly cost: number }): 'within' | 'last-answer'
  /** Time spent waiting for the user does not count. */
  waitBegan(): void
  waitEnded(): void
  /** Time left until the wall-clock limit, and the failure when it is reached; null without a limit. */
  wallLeft(): { readonly ms: number; readonly failure: Failure } | null
}

/**
 * @param elapsed ms since the run started, monotonic, continued after a resume
 * @param written characters that this process has written into the run's log
 */
export function meter(
  given: Budget,
  past: readonly StoredEvent[],
  elapsed: () => number,
  written: () => number = () => 0,
): Meter {
  const budget: Limits = { ...given, bytes: bytesLimit(given) }
  let totals = totalsOf(past)
  let knownCost = past.reduce((sum, event) => sum + costOf(event), 0)
  let waited = totals.waitingMs
  let waiting = 0
  let waitingSince = 0
  let events = past.length
  let unlogged = 0
  let branches = past.reduce((sum, event) => sum + branchesOf(event), 0)
  const wallUsed = () => elapsed() - waited - (waiting > 0 ? elapsed() - waitingSince : 0)
  const used = (): Used => ({
    steps: totals.steps + unlogged,
    modelCalls: totals.modelCalls,
    toolCalls: totals.toolCalls,
    tokens: totals.input + totals.output,
    cost: knownCost,
    bytes: written(),
    wallMs: wallUsed(),
  })
  return {
    get totals() {
      return totals
    },
    count(event) {
      totals = addToTotals(totals, event)
      knownCost += costOf(event)
      branches += branchesOf(event)
      events += 1
    },
    countUnlogged() {
      unlogged += 1
      // As many as it would write, so that leaving the events out does not let any strategy run longer.
      events += 2
    },
    refusal: (kind) => spentLimit(budget, used(), limitsOn(kind)) ?? eventsRefusal(events),
    groupRefusal: (group) => spentLimit(budget, used(), onGroups) ?? shapeRefusal(group, { branches, events }),
    standing(coming) {
      const now = used()
      return isSoft(budget, { ...now, tokens: now.tokens + coming.tokens, cost: now.cost + coming.cost })
        ? 'last-answer'
        : 'within'
    },
    waitBegan() {
      if (waiting++ === 0) waitingSince = elapsed()
    },
    waitEnded() {
      if (--waiting === 0) waited += elapsed() - waitingSince
    },
    wallLeft: () =>
      budget.wallMs === null
        ? null
        : { ms: budget.wallMs - wallUsed(), failure: budgetFailure('wallMs', budget.wallMs) },
  }
}

type Limits = { readonly [L in LimitedThing]: number | null } & Pick<Budget, 'soft'>
type Used = { readonly [L in LimitedThing]: number }

const costOf = (event: EventBody | StoredEvent): number => (event.type === 'model-end' ? (event.cost ?? 0) : 0)

const branchesOf = (event: EventBody | StoredEvent): number => (event.type === 'branches-start' ? event.count : 0)

const onGroups: readonly LimitedThing[] = ['steps', 'bytes', 'wallMs']

/** Which limits a step of this kind is held to. */
function limitsOn(kind: LeafKind): readonly LimitedThing[] {
  if (kind === 'call-model') return ['steps', 'modelCalls', 'tokens', 'cost', 'bytes', 'wallMs']
  if (kind === 'run-tool') return ['steps', 'toolCalls', 'bytes', 'wallMs']
  return onGroups
}

function spentLimit(budget: Limits, used: Used, names: readonly LimitedThing[]): Failure | null {
  for (const name of names) {
    const limit = budget[name]
    if (limit !== null && used[name] >= limit) return budgetFailure(name, limit)
  }
  return null
}

/** One model call is always left for the last answer. */
function isSoft(budget: Limits, used: Used): boolean {
  return limitedThings.some((name) => {
    const limit = budget[name]
    if (limit === null) return false
    const soft = limit * budget.soft
    return used[name] >= (name === 'modelCalls' ? Math.min(soft, limit - 1) : soft)
  })
}

function budgetFailure(name: LimitedThing, limit: number): Failure {
  return {
    kind: 'budget-spent',
    message: `The run reached its limit of ${limitText[name](limit)}.`,
    advice: 'Work done so far is kept. Raise the limit in Settings, or send a message to continue.',
  }
}

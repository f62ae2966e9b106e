import type { Failure } from '../../src-shared/base/failure.ts'
import type { Question } from '../../src-shared/model/question.ts'
import { agentAnswer } from '../../src-shared/run/agent-update.ts'
import { type LimitedThing, limitedThings, limitText } from '../../src-shared/run/budget-text.ts'
import type { EventBody, StoredEvent, Totals } from '../../src-shared/run/event.ts'
import { limitQuestion, suggestedMore } from '../../src-shared/run/limit-question.ts'
import { addToTotals, totalsOf } from '../../src-shared/run/totals.ts'
import { agentUse } from '../../src-shared/run/use.ts'
import { type Budget, bytesLimit } from '../../src-shared/strategy/task.ts'
import type { LeafKind } from '../strategy/steps.ts'
import { countLimitUse, type LimitUse, wrapUpAllowance } from './limit-use.ts'
import { eventsRefusal, type GroupShape, shapeRefusal } from './run-limits.ts'

/** Counts what a run has used and reports when its limits are near or reached (T11). */
export interface Meter {
  readonly totals: Totals
  /** US dollars, of the calls with a known price. */
  readonly cost: number
  count(event: StoredEvent): void
  /** Counts a step that writes no events. The limits apply to it, but it is not part of the totals. */
  countUnlogged(): void
  /** The reason why no further step may start, or null. */
  refusal(kind: LeafKind): Refusal | null
  /** The same for a phase, branches or a child run. */
  groupRefusal(group: GroupShape): Refusal | null
  /** Whether it is time for the last answer. `coming` is the usage of the call that has just ended. */
  standing(coming: { readonly tokens: number; readonly cost: number }): 'within' | 'last-answer'
  /** The question to ask now about a limit of which the soft part is used, or null. */
  softQuestion(): Question | null
  /** Why a tool is not run any more while the run wraps up, or null. */
  toolRefusal(): string | null
  /** Time spent waiting for the user does not count. */
  waitBegan(): void
  waitEnded(): void
  /** Time left until the wall-clock limit, and what happens when it is reached; null without a limit. */
  wallLeft(): { readonly ms: number; readonly refusal: Refusal } | null
}

/** `question`: what the user is asked before the run ends with the failure; null if it can't be raised or nobody asks. */
export interface Refusal {
  readonly failure: Failure
  readonly question: Question | null
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
  const asks = given.atLimit === 'ask'
  const decided = countLimitUse()
  for (const event of past) decided.count(event)
  const limits = (): Limits => raisedLimits({ ...given, bytes: bytesLimit(given) }, decided.use)
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
  const refused = (names: readonly LimitedThing[]): Refusal | null => {
    const found = spentLimit(limits(), used(), names)
    if (found === null || mayWrapUp(decided.use, names)) return null
    const mayAsk = asks && !decided.use.wrapsUp
    return {
      failure: budgetFailure(found.name, found.limit),
      question: mayAsk ? questionAbout(found, given.soft) : null,
    }
  }
  return {
    get totals() {
      return totals
    },
    get cost() {
      return knownCost
    },
    count(event) {
      totals = addToTotals(totals, event)
      decided.count(event)
      knownCost += costOf(event)
      branches += branchesOf(event)
      events += 1
    },
    countUnlogged() {
      unlogged += 1
      // As many as it would write, so that leaving the events out does not let any strategy run longer.
      events += 2
    },
    refusal: (kind) => refused(limitsOn(kind)) ?? final(eventsRefusal(events)),
    groupRefusal: (group) => refused(onGroups) ?? final(shapeRefusal(group, { branches, events })),
    standing(coming) {
      const now = used()
      const then = { ...now, tokens: now.tokens + coming.tokens, cost: now.cost + coming.cost }
      return decided.use.wrapsUp || softLimit(limits(), then) !== null ? 'last-answer' : 'within'
    },
    softQuestion() {
      const found = asks && !decided.use.wrapsUp ? softLimit(limits(), used()) : null
      return found === null ? null : questionAbout(found, given.soft)
    },
    toolRefusal: () =>
      decided.use.wrapsUp && (decided.use.calls > 0 || spentLimit(limits(), used(), limitsOn('run-tool')) !== null)
        ? noToolsLeft
        : null,
    waitBegan() {
      if (waiting++ === 0) waitingSince = elapsed()
    },
    waitEnded() {
      if (--waiting === 0) waited += elapsed() - waitingSince
    },
    wallLeft() {
      const { wallMs } = limits()
      if (wallMs === null) return null
      const allowed = wallMs + (decided.use.wrapsUp ? wrapUpAllowance.wallMs : 0)
      const refusal = { failure: budgetFailure('wallMs', wallMs), question: null }
      return { ms: allowed - wallUsed(), refusal: refused(['wallMs']) ?? refusal }
    },
  }
}

const final = (failure: Failure | null): Refusal | null => failure && { failure, question: null }

const raisedLimits = (budget: Limits, { raised }: LimitUse): Limits => ({
  ...budget,
  ...Object.fromEntries(
    limitedThings.flatMap((name) => {
      const limit = budget[name]
      return limit === null || raised[name] === 0 ? [] : [[name, limit + raised[name]]]
    }),
  ),
})

/** Whether a step may start beyond the limit, because the user wants the run to wrap up. */
const mayWrapUp = (use: LimitUse, names: readonly LimitedThing[]): boolean =>
  use.wrapsUp &&
  use.steps < wrapUpAllowance.steps &&
  (!names.includes('modelCalls') || use.calls < wrapUpAllowance.calls)

interface Reached {
  readonly name: LimitedThing
  readonly limit: number
  readonly used: number
}

const questionAbout = ({ name, used, limit }: Reached, soft: number): Question =>
  limitQuestion(name, used, limit, suggestedMore(name, used, limit, soft))

const noToolsLeft =
  'Not run: the run has reached a limit, and the user wants you to wrap up. No more tools can be used. ' +
  'Give your final answer now, from what you know, and say plainly what is done and what is not.'

type Limits = { readonly [L in LimitedThing]: number | null } & Pick<Budget, 'soft'>
type Used = { readonly [L in LimitedThing]: number }

function costOf(event: StoredEvent): number {
  if (event.type === 'model-end') return event.cost ?? 0
  if (event.type !== 'step-end' || event.step !== 'prompt-agent' || !event.outcome.ok) return 0
  const answer = agentAnswer.safeParse(event.outcome.value)
  return answer.success ? (agentUse(answer.data).cost ?? 0) : 0
}

const branchesOf = (event: EventBody | StoredEvent): number => (event.type === 'branches-start' ? event.count : 0)

const onGroups: readonly LimitedThing[] = ['steps', 'bytes', 'wallMs']

/** Which limits a step of this kind is held to. */
function limitsOn(kind: LeafKind): readonly LimitedThing[] {
  if (kind === 'call-model') return ['steps', 'modelCalls', 'tokens', 'cost', 'bytes', 'wallMs']
  // It belongs to work that is done.
  if (kind === 'hook') return []
  // What its agent reported of the prompts before counts.
  if (kind === 'prompt-agent') return ['steps', 'toolCalls', 'tokens', 'cost', 'bytes', 'wallMs']
  if (kind === 'run-tool') return ['steps', 'toolCalls', 'bytes', 'wallMs']
  return onGroups
}

function spentLimit(budget: Limits, used: Used, names: readonly LimitedThing[]): Reached | null {
  for (const name of names) {
    const limit = budget[name]
    if (limit !== null && used[name] >= limit) return { name, limit, used: used[name] }
  }
  return null
}

/** One model call is always left for the last answer. */
function softLimit(budget: Limits, used: Used): Reached | null {
  for (const name of limitedThings) {
    const limit = budget[name]
    if (limit === null) continue
    const soft = limit * budget.soft
    if (used[name] >= (name === 'modelCalls' ? Math.min(soft, limit - 1) : soft))
      return { name, limit, used: used[name] }
  }
  return null
}

function budgetFailure(name: LimitedThing, limit: number): Failure {
  return {
    kind: 'budget-spent',
    message: `The run reached its limit of ${limitText[name](limit)}.`,
    advice: 'Work done so far is kept. Raise the limit in Settings, or send a message to continue.',
  }
}

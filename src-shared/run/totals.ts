import { assertNever } from '../base/assert-never.ts'
import { estimatedUsage } from '../model/estimated-usage.ts'
import type { Usage } from '../model/message.ts'
import { agentAnswer } from './agent-update.ts'
import { noTotals, type StoredEvent, type Totals } from './event.ts'
import { advance, clockAfter, noClock } from './time/time-clock.ts'
import { withWait } from './time/waits.ts'
import { addUse, agentUse } from './use.ts'

/**
 * The totals after one more event. The only place that counts: budgets, the log's end, lists and the window all use
 * it. A group is a step as well. A step that is taken up after a crash counts again, as its work is done again. What a
 * call waits for its user is time waited, not time in tools.
 */
export function addToTotals(before: Totals, event: StoredEvent): Totals {
  return counted(withTime(before, event), event, (path) => isOpen(before, path))
}

/** Waiting is what passes while something waits and nothing works (time/time-clock.ts). */
function withTime(before: Totals, event: StoredEvent): Totals {
  const { clock = { ...noClock, at: event.ms }, ...totals } = before
  // What was open when the app died ended with the last event.
  const passed =
    event.type === 'run-resume' ? { clock: { ...clock, at: event.ms }, waitedMs: 0 } : advance(clock, event.ms)
  const next = clockAfter(passed.clock, event)
  const waitedMs = passed.waitedMs + next.waitedMs
  return {
    ...totals,
    ...(waitedMs > 0 && { waitingMs: totals.waitingMs + waitedMs }),
    ...(next.clock.leaves.length > 0 && { clock: next.clock }),
  }
}

/** Totals of a run that has ended: nothing of it is open. */
export function settledTotals({ clock: _, ...totals }: Totals): Totals {
  return totals
}

/** How long a run waited up to a time after its latest event, ms. */
export const waitedUntil = ({ waitingMs, clock }: Pick<Totals, 'waitingMs' | 'clock'>, nowMs: number): number =>
  clock === undefined ? waitingMs : waitingMs + advance(clock, nowMs).waitedMs

/** Whether the start of a step was seen: then the clock knows what it waited. */
const isOpen = ({ clock }: Totals, path: string): boolean => clock?.leaves.some((leaf) => leaf.path === path) === true

/** @param isKnown of a step whose start is lost, only its end says what it waited */
function counted(totals: Totals, event: StoredEvent, isKnown: (path: string) => boolean): Totals {
  switch (event.type) {
    case 'model-start':
      return { ...totals, steps: totals.steps + 1, modelCalls: totals.modelCalls + 1 }
    case 'tool-start':
      return { ...totals, steps: totals.steps + 1, toolCalls: totals.toolCalls + 1 }
    case 'step-start':
      // What an agent says is no step of the run.
      if (event.step === 'agent-update') return totals
      return { ...(event.step === 'prompt-agent' ? lacking(totals, 1, 1) : totals), steps: totals.steps + 1 }
    case 'phase-start':
    case 'branches-start':
    case 'child-start':
      return { ...totals, steps: totals.steps + 1 }
    case 'model-retry':
      return { ...totals, retries: totals.retries + 1 }
    case 'model-end':
      return addModelEnd(totals, event, isKnown(event.path))
    case 'tool-end': {
      const failed = event.outcome.ok && event.outcome.value.ok ? 0 : 1
      const toolMs = totals.toolMs + Math.max(0, event.durationMs - (event.waitedMs ?? 0))
      const whole = { ...totals, toolFailures: totals.toolFailures + failed, toolMs }
      return isKnown(event.path) ? whole : withWait(whole, event.ms, event.unansweredMs ?? 0)
    }
    case 'approval-answer':
    case 'pause-answer':
      return isKnown(event.path) ? totals : withWait(totals, event.ms, event.waitedMs)
    case 'step-end':
      if (event.step === 'prompt-agent') return addAgentEnd(totals, event)
      return event.step === 'ask-user' && !isKnown(event.path) ? withWait(totals, event.ms, event.durationMs) : totals
    case 'approval-ask':
    case 'branches-end':
    case 'child-end':
    case 'files':
    case 'files-step':
    case 'notice':
    case 'pause-ask':
    case 'model-try-now':
    case 'phase-end':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'tool-begin':
    case 'unknown':
      return totals
    default:
      return assertNever(event)
  }
}

type ModelEnd = Extract<StoredEvent, { type: 'model-end' }>

function addModelEnd(before: Totals, event: ModelEnd, isKnown: boolean): Totals {
  const waitedMs = event.waitedMs ?? 0
  const totals = isKnown ? before : withWait(before, event.ms, waitedMs)
  const modelMs = totals.modelMs + Math.max(0, event.durationMs - waitedMs)
  const used = event.outcome.ok ? event.outcome.value.usage : cutUse(event)
  if (used === null) return { ...totals, modelMs }
  const { input, cachedInput, output } = used
  return {
    ...totals,
    modelMs,
    ...(!event.outcome.ok && { cut: (totals.cut ?? 0) + 1 }),
    input: totals.input + input,
    cachedInput: totals.cachedInput + cachedInput,
    output: totals.output + output,
    // One call of unknown price makes the sum unknown.
    cost: totals.cost === null || event.cost === null ? null : totals.cost + event.cost,
  }
}

/** What an answer that was cut off used at least; in older logs only its text is known. */
export function cutUse({ spent, said }: Pick<ModelEnd, 'spent' | 'said'>): Usage | null {
  if (spent !== undefined) return spent
  return said === undefined ? null : estimatedUsage(0, said.length)
}

/**
 * What another agent uses counts as not reported from the start of its prompt: it is never 0 while it works, nor if the
 * prompt does not end.
 */
function addAgentEnd(totals: Totals, { outcome }: Extract<StoredEvent, { type: 'step-end' }>): Totals {
  const answer = outcome.ok ? agentAnswer.safeParse(outcome.value) : null
  if (!answer?.success) return totals
  const { unreported, ...use } = agentUse(answer.data)
  const { input, output, cost } = addUse(totals, use)
  return lacking({ ...totals, input, output, cost }, (unreported?.tokens ?? 0) - 1, (unreported?.cost ?? 0) - 1)
}

/** With so many more prompts of which tokens and cost are not reported, or fewer. */
function lacking({ unreported, ...rest }: Totals, tokens: number, cost: number): Totals {
  const lacks = {
    tokens: Math.max(0, (unreported?.tokens ?? 0) + tokens),
    cost: Math.max(0, (unreported?.cost ?? 0) + cost),
  }
  return { ...rest, ...((lacks.tokens > 0 || lacks.cost > 0) && { unreported: lacks }) }
}

export const totalsOf = (events: readonly StoredEvent[]): Totals => events.reduce(addToTotals, noTotals)

/** What several runs used together. A cost that is not known for one is not known for all. */
export const sumTotals = (all: readonly Totals[]): Totals => all.reduce(added, noTotals)

function added(one: Totals, other: Totals): Totals {
  const sum = (field: Amount) => one[field] + other[field]
  const unreported = {
    tokens: (one.unreported?.tokens ?? 0) + (other.unreported?.tokens ?? 0),
    cost: (one.unreported?.cost ?? 0) + (other.unreported?.cost ?? 0),
  }
  return {
    steps: sum('steps'),
    modelCalls: sum('modelCalls'),
    toolCalls: sum('toolCalls'),
    toolFailures: sum('toolFailures'),
    retries: sum('retries'),
    input: sum('input'),
    cachedInput: sum('cachedInput'),
    output: sum('output'),
    cost: one.cost === null || other.cost === null ? null : one.cost + other.cost,
    modelMs: sum('modelMs'),
    toolMs: sum('toolMs'),
    waitingMs: sum('waitingMs'),
    ...((unreported.tokens > 0 || unreported.cost > 0) && { unreported }),
    ...((one.cut ?? 0) + (other.cut ?? 0) > 0 && { cut: (one.cut ?? 0) + (other.cut ?? 0) }),
  }
}

type Amount = Exclude<keyof Totals, 'cost' | 'waits' | 'clock' | 'unreported' | 'cut'>

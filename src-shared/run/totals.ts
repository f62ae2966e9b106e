import { assertNever } from '../base/assert-never.ts'
import { estimatedUsage } from '../model/estimated-usage.ts'
import type { Usage } from '../model/message.ts'
import { agentAnswer } from './agent-update.ts'
import { noTotals, type StoredEvent, type Totals } from './event.ts'
import { addUse, agentUse } from './use.ts'
import { withWait } from './waits.ts'

/**
 * The totals after one more event. The only place that counts: budgets, the log's end, lists and the window all use
 * it. A group is a step as well. A step that is taken up after a crash counts again, as its work is done again. What a
 * call waits for its user is time waited, not time in tools.
 */
export function addToTotals(totals: Totals, event: StoredEvent): Totals {
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
      return addModelEnd(totals, event)
    case 'tool-end': {
      const failed = event.outcome.ok && event.outcome.value.ok ? 0 : 1
      const toolMs = totals.toolMs + Math.max(0, event.durationMs - (event.waitedMs ?? 0))
      const counted = { ...totals, toolFailures: totals.toolFailures + failed, toolMs }
      return withWait(counted, event.ms, event.unansweredMs ?? 0)
    }
    case 'approval-answer':
    case 'pause-answer':
      return withWait(totals, event.ms, event.waitedMs)
    case 'step-end':
      if (event.step === 'prompt-agent') return addAgentEnd(totals, event)
      return event.step === 'ask-user' ? withWait(totals, event.ms, event.durationMs) : totals
    case 'approval-ask':
    case 'branches-end':
    case 'child-end':
    case 'files':
    case 'files-step':
    case 'notice':
    case 'pause-ask':
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

function addModelEnd(before: Totals, event: ModelEnd): Totals {
  const waitedMs = event.waitedMs ?? 0
  const totals = withWait(before, event.ms, waitedMs)
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

type Amount = Exclude<keyof Totals, 'cost' | 'waits' | 'unreported' | 'cut'>

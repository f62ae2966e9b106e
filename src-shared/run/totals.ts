import { noTotals, type StoredEvent, type Totals } from './event.ts'

/**
 * The totals after one more event. The only place that counts: budgets, the log's end, lists and the window all use
 * it. A group is a step as well. A step that is taken up after a crash counts again, as its work is done again. What a call waits for its user is
 * time waited, not time in tools.
 */
export function addToTotals(totals: Totals, event: StoredEvent): Totals {
  switch (event.type) {
    case 'model-start':
      return { ...totals, steps: totals.steps + 1, modelCalls: totals.modelCalls + 1 }
    case 'tool-start':
      return { ...totals, steps: totals.steps + 1, toolCalls: totals.toolCalls + 1 }
    case 'step-start':
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
      return addWait(counted, event.ms, event.unansweredMs ?? 0)
    }
    case 'approval-answer':
      return addWait(totals, event.ms, event.waitedMs)
    case 'step-end':
      return event.step === 'ask-user' ? addWait(totals, event.ms, event.durationMs) : totals
    case 'approval-ask':
    case 'branches-end':
    case 'child-end':
    case 'files':
    case 'files-step':
    case 'notice':
    case 'phase-end':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'tool-begin':
    case 'unknown':
      return totals
  }
}

const wait = (from: number, to: number): [number, number] => [from, to]

/** A wait that contains more separate ones than this is counted a little too long. */
const maxWaits = 16

/**
 * Adds a wait that ended at `to`. Waits come in the order of their ends, so one that overlaps earlier ones reaches beyond
 * all of them: what they counted of it is taken off, and they are one stretch from then on.
 */
function addWait(totals: Totals, to: number, waitedMs: number): Totals {
  if (waitedMs <= 0) return totals
  const known = totals.waits ?? []
  const start = to - waitedMs
  const apart = known.filter(([, end]) => end < start)
  const within = known.slice(apart.length)
  const [first] = within
  if (first === undefined)
    return { ...totals, waitingMs: totals.waitingMs + waitedMs, waits: [...apart, wait(start, to)].slice(-maxWaits) }
  const from = Math.min(start, first[0])
  const counted = within.reduce((sum, [begin, end]) => sum + end - begin, 0)
  const end = Math.max(to, within.at(-1)?.[1] ?? to)
  return { ...totals, waitingMs: totals.waitingMs + end - from - counted, waits: [...apart, wait(from, end)] }
}

function addModelEnd(totals: Totals, event: Extract<StoredEvent, { type: 'model-end' }>): Totals {
  const modelMs = totals.modelMs + event.durationMs
  if (!event.outcome.ok) return { ...totals, modelMs }
  const { input, cachedInput, output } = event.outcome.value.usage
  return {
    ...totals,
    modelMs,
    input: totals.input + input,
    cachedInput: totals.cachedInput + cachedInput,
    output: totals.output + output,
    // One call of unknown price makes the sum unknown.
    cost: totals.cost === null || event.cost === null ? null : totals.cost + event.cost,
  }
}

export const totalsOf = (events: readonly StoredEvent[]): Totals => events.reduce(addToTotals, noTotals)

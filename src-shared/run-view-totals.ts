import type { EventOf, Totals } from './event.ts'

/** The running totals of a run that has not ended, counted as the agent counts: its own replace them at the end. */

export function countModelEnd(totals: Totals, event: EventOf<'model-end'>): Totals {
  const timed = { ...totals, modelMs: totals.modelMs + event.durationMs }
  if (!event.outcome.ok) return timed
  const { usage } = event.outcome.value
  return {
    ...timed,
    input: totals.input + usage.input,
    cachedInput: totals.cachedInput + usage.cachedInput,
    output: totals.output + usage.output,
    cost: totals.cost === null || event.cost === null ? null : totals.cost + event.cost,
  }
}

export function countToolEnd(totals: Totals, event: EventOf<'tool-end'>): Totals {
  const failed = !(event.outcome.ok && event.outcome.value.ok)
  return {
    ...totals,
    toolMs: totals.toolMs + event.durationMs,
    toolFailures: totals.toolFailures + (failed ? 1 : 0),
  }
}

/** One more step began; one that is taken up after a crash counts again, as its work is done again. */
export function countStart(totals: Totals, kind: 'model' | 'tool' | 'step'): Totals {
  return {
    ...totals,
    steps: totals.steps + 1,
    modelCalls: totals.modelCalls + (kind === 'model' ? 1 : 0),
    toolCalls: totals.toolCalls + (kind === 'tool' ? 1 : 0),
  }
}

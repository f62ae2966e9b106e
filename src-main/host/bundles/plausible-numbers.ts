import { z } from 'zod'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { changeCount, run } from '../../../src-shared/run/conversation.ts'
import { type StoredEvent, totals } from '../../../src-shared/run/event.ts'

/** Plausible ranges for the numbers in a bundle, since sums and dates are computed from them. */

/** ms since 1970, up to the last moment that a date can name. Source: ECMA-262, 21.4.1.1. */
export const plausibleTime = z.number().min(0).max(8.64e15)
/** Tokens, calls, files, lines, ms: a thousand of them still add up exactly. */
const amount = z.number().min(0).max(1e12)
/** US dollars. */
const cost = z.number().min(0).max(1e9)

const soundTotals = totals.extend({
  steps: amount,
  modelCalls: amount,
  toolCalls: amount,
  toolFailures: amount,
  retries: amount,
  input: amount,
  cachedInput: amount,
  output: amount,
  cost: cost.nullable(),
  modelMs: amount,
  toolMs: amount,
  waitingMs: amount,
})

export const bundledRun = run.extend({
  startedAt: plausibleTime,
  endedAt: plausibleTime.nullable(),
  durationMs: amount,
  totals: soundTotals,
  changes: changeCount.extend({ files: amount, added: amount, removed: amount }).nullable(),
})

const soundEvent = z.object({
  at: plausibleTime,
  ms: amount,
  durationMs: amount.optional(),
  firstTokenMs: amount.nullable().optional(),
  waitMs: amount.optional(),
  waitedMs: amount.optional(),
  unansweredMs: amount.optional(),
})
const soundUsage = z.object({ input: amount, cachedInput: amount, output: amount, reasoning: amount })

/** Whether all numbers of an event that the app computes with are plausible. */
export function isPlausible(event: StoredEvent): boolean {
  if (!soundEvent.safeParse(event).success) return false
  switch (event.type) {
    case 'run-end':
      return soundTotals.safeParse(event.totals).success
    case 'model-end':
      return (
        (event.cost === null || cost.safeParse(event.cost).success) &&
        (event.spent === undefined || soundUsage.safeParse(event.spent).success) &&
        (!event.outcome.ok || soundUsage.safeParse(event.outcome.value.usage).success)
      )
    case 'approval-answer':
    case 'approval-ask':
    case 'branches-end':
    case 'branches-start':
    case 'child-end':
    case 'child-start':
    case 'files':
    case 'files-step':
    case 'model-retry':
    case 'model-start':
    case 'model-try-now':
    case 'notice':
    case 'pause-answer':
    case 'pause-ask':
    case 'phase-end':
    case 'phase-start':
    case 'run-resume':
    case 'run-start':
    case 'step-end':
    case 'step-start':
    case 'tool-begin':
    case 'tool-end':
    case 'tool-start':
    case 'unknown':
      return true
    default:
      return assertNever(event)
  }
}

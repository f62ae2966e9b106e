import { assertNever } from '../../base/assert-never.ts'
import type { EventOf } from '../event.ts'
import { cutUse } from '../totals.ts'
import type { ModelSpan } from './run-view.ts'
import { attemptStartMs, beginAt, type FoldState, putSpan, spanOf, stateOfFailure } from './state.ts'

type ModelEvent = EventOf<'model-start' | 'model-retry' | 'model-try-now' | 'model-end'>

const nothingYet = { firstTokenAt: null, text: '', reasoning: '', drafts: [] } as const

export function applyModelEvent(state: FoldState, event: ModelEvent): void {
  switch (event.type) {
    case 'model-start':
      startCall(state, event)
      break
    case 'model-retry':
      retryCall(state, event)
      break
    case 'model-try-now':
      endDelay(state, event)
      break
    case 'model-end':
      endCall(state, event)
      break
    default:
      assertNever(event)
  }
}

function startCall(state: FoldState, event: EventOf<'model-start'>): void {
  const before = spanOf(state, event.path, 'model')
  putSpan(state, {
    ...beginAt(state, event.path, event.seq, 'model'),
    ...nothingYet,
    kind: 'model',
    state: 'running',
    role: event.role,
    bound: event.bound,
    reply: null,
    retries: before?.retries ?? [],
    cost: null,
    failure: null,
  })
}

/** The next attempt begins from nothing: what had streamed in of this one will come again. */
function retryCall(state: FoldState, event: EventOf<'model-retry'>): void {
  const span = spanOf(state, event.path, 'model')
  if (span === undefined) return
  const { attempt, waitMs, failure } = event
  const retries = [...span.retries, { ms: state.eventMs, attempt, waitMs, failure }]
  putSpan(state, { ...span, ...nothingYet, retries })
}

/** The last delay took no longer than until now. */
function endDelay(state: FoldState, event: EventOf<'model-try-now'>): void {
  const span = spanOf(state, event.path, 'model')
  const last = span?.retries.at(-1)
  if (span === undefined || last === undefined) return
  const waitMs = Math.min(last.waitMs, Math.max(0, state.eventMs - last.ms))
  putSpan(state, { ...span, retries: [...span.retries.slice(0, -1), { ...last, waitMs }] })
}

function endCall(state: FoldState, event: EventOf<'model-end'>): void {
  const span = spanOf(state, event.path, 'model')
  if (span === undefined) return
  const { outcome, cost, waitedMs } = event
  const limits = waitedMs === undefined ? {} : { limitedMs: waitedMs }
  const ended = {
    ...span,
    ...nothingYet,
    firstTokenAt: firstToken(state, span, event),
    cost,
    ...limits,
    endMs: state.eventMs,
  }
  if (outcome.ok) {
    const { text, reasoning } = outcome.value.message
    putSpan(state, { ...ended, state: 'ok', text, reasoning, reply: outcome.value })
  } else {
    const used = cutUse(event)
    putSpan(state, {
      ...ended,
      state: stateOfFailure(outcome.failure),
      text: event.said ?? '',
      reasoning: event.thought ?? '',
      failure: outcome.failure,
      ...(used !== null && { spent: { input: used.input, output: used.output } }),
    })
  }
}

/** Always within the span, whatever the clocks did: never before its start or after its end. */
function firstToken(state: FoldState, span: ModelSpan, event: EventOf<'model-end'>): number | null {
  if (event.firstTokenMs === null) return null
  return Math.min(state.eventMs, attemptStartMs(span) + Math.max(0, event.firstTokenMs))
}

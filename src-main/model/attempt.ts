import type { ModelRequest } from '../../src-shared/model/message.ts'
import { defaultBarrenLimitMs, type ModelProfile } from '../../src-shared/settings/settings.ts'
import type { Fault } from './fault.ts'
import { Halt, type HaltLimits } from './halt.ts'
import { type DraftHandler, type Reply, ReplyDraft } from './reply-draft.ts'
import { explainError } from './tolerance/explain-error.ts'
import { idleTooLong, stalled } from './tolerance/explain-stream.ts'
import type { Connection, Wire } from './wire.ts'

/** After the finish reason only the usage is still awaited, for at most this long, ms. */
const afterFinishMs = 5000

export interface Clock {
  /** ms since 1970. */
  now(): number
  /** ms, monotonic. */
  elapsed(): number
}

/** One try at an answer. */
export interface Attempt {
  readonly wire: Wire
  readonly connection: Connection
  readonly request: ModelRequest
  /** The request body, as sent. */
  readonly body: string
  readonly handler: DraftHandler
  readonly clock: Clock
  /** Called before the request is sent, with what will hold its answer. */
  begun?(draft: ReplyDraft): void
}

/** `firstTokenAt`: on the monotonic clock; null if no part of an answer arrived. */
export type AttemptEnd = { readonly firstTokenAt: number | null } & (
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly fault: Fault }
)

interface Received {
  firstTokenAt: number | null
}

/**
 * Sends the request once and reads the answer to its end. Never rejects. Unless the answer is complete, the
 * connection is closed when it returns. After an abort, the fault has no meaning: the caller checks its signal.
 */
export async function attempt(input: Attempt, signal: AbortSignal): Promise<AttemptEnd> {
  const draft = new ReplyDraft(input.connection, input.request, input.handler)
  input.begun?.(draft)
  const halt = new Halt(signal, limitsOf(input.connection.profile))
  const received: Received = { firstTokenAt: null }
  try {
    await listen(input, draft, halt, received)
  } catch (error) {
    // After the finish reason, no later error invalidates the answer.
    if (!draft.finished) {
      halt.end('enough')
      return { ok: false, fault: explain(input, error, draft, halt), firstTokenAt: received.firstTokenAt }
    }
  } finally {
    halt.close()
  }
  const fault = draft.finished ? null : faultOf(input, draft, halt)
  if (fault !== null) return { ok: false, fault, firstTokenAt: received.firstTokenAt }
  return { ...draft.end(input.body.length), firstTokenAt: received.firstTokenAt }
}

/** A server with a long idle limit may also stream thinking for that long. */
function limitsOf({ idleLimitMs, barrenLimitMs }: ModelProfile): HaltLimits {
  return { idleMs: idleLimitMs, barrenMs: barrenLimitMs ?? Math.max(idleLimitMs, defaultBarrenLimitMs) }
}

async function listen(input: Attempt, draft: ReplyDraft, halt: Halt, received: Received): Promise<void> {
  const watch = { signal: halt.signal, alive: () => halt.alive() }
  await input.wire.stream(input.connection, input.body, watch, (parts) => {
    for (const part of parts) {
      if (halt.reason !== null || draft.enough !== 'no') break
      const before = draft.size
      draft.add(part)
      if (draft.size > before) halt.fruitful()
    }
    if (draft.started) received.firstTokenAt ??= input.clock.elapsed()
    if (draft.finished) halt.shorten(afterFinishMs)
    if (draft.enough !== 'no') halt.end('enough')
    return draft.enough === 'no'
  })
}

/** The fault of a stream that was ended because it was silent; null otherwise. */
function faultOf({ connection }: Attempt, draft: ReplyDraft, halt: Halt): Fault | null {
  if (halt.reason === 'stalled') return stalled(connection, draft.started)
  return halt.reason === 'barren' ? idleTooLong(connection, limitsOf(connection.profile).barrenMs) : null
}

function explain(input: Attempt, error: unknown, draft: ReplyDraft, halt: Halt): Fault {
  const silent = faultOf(input, draft, halt)
  if (silent !== null) return silent
  const progress = { answered: halt.answered, started: draft.started, now: input.clock.now() }
  return explainError(input.connection, error, progress)
}

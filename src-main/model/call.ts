import type { Failure } from '../../src-shared/base/failure.ts'
import type { ReadImage } from '../../src-shared/mentions/image-marks.ts'
import type { ModelRequest, Usage } from '../../src-shared/model/message.ts'
import type { RateBuckets } from '../../src-shared/model/rate-buckets.ts'
import { takesImages } from '../../src-shared/settings/settings.ts'
import { type Attempt, attempt, type Clock } from './attempt.ts'
import type { CutPrompts } from './cut-prompts.ts'
import { costOf } from './endpoints/cost.ts'
import { listCost } from './endpoints/list-prices.ts'
import type { Fault } from './fault.ts'
import { takeRoom } from './rate-room.ts'
import { redact } from './redact.ts'
import type { EndpointTerms } from './refusals/endpoint-terms.ts'
import { Mending } from './refusals/mending.ts'
import type { DraftHandler, Reply, ReplyDraft } from './reply-draft.ts'
import { nextWait } from './tolerance/retry.ts'
import { type Connection, recipientOf, type Wire } from './wire.ts'

export interface CallStreamHandler extends DraftHandler {
  /** The streamed text is void: the answer starts again. @param attempt the attempt that failed, from 1 */
  onRetry(attempt: number, waitMs: number, failure: Failure): void
  /** The user ended the wait before the next attempt. */
  onTryNow?(): void
  /** The request waits because of the profile's own limits a minute. */
  onRoomWait?(waitMs: number): void
  /** This wait has ended; it is no part of the call's time. @param waitedMs as it was */
  onRoom?(waitedMs: number): void
  /** Something that the user should know about the endpoint. */
  onNotice?(text: string): void
}

/** `firstTokenMs`: from the call's start to the first part of the final answer, retries included. */
export type CallEnd =
  | { readonly ok: true; readonly reply: Reply; readonly cost: number | null; readonly firstTokenMs: number | null }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly firstTokenMs: number | null
      /** Of an answer that was cut off: what it used at least. `cost`: US dollars; null if no price is known. */
      readonly spent?: { readonly usage: Usage; readonly cost: number | null }
    }

/** What a call has sent and received so far. */
export interface CallProgress {
  /** Characters of the request body. */
  sent: number
  /** Null until a request is sent. */
  draft: ReplyDraft | null
}

/** What a call needs besides the network. */
export interface CallPorts {
  readonly clock: Clock
  /** A number in [0, 1). */
  random(): number
  /** Resolves after `ms`, or as soon as the signal is aborted, or with `early` when the user wants no more waiting. */
  wait(ms: number, signal: AbortSignal): Promise<'early' | 'over'>
  /** What is left of the endpoints' allowances; left out: nobody limits them. */
  readonly buckets?: RateBuckets | undefined
}

export interface Call {
  readonly wire: Wire
  readonly connection: Connection
  readonly request: ModelRequest
  readonly handler: CallStreamHandler
  readonly signal: AbortSignal
  readonly terms: EndpointTerms
  /** Left out: nobody wants to know. */
  readonly cuts?: CutPrompts
  readonly ports: CallPorts
  /** Kept up to date for whoever ends the call from outside. */
  readonly progress?: CallProgress
  /** Left out: there are no images. */
  readonly readImage?: ReadImage | undefined
  /** Maximum attempts, whatever the fault. */
  readonly maxTries?: number
}

export const stopped: CallEnd = {
  ok: false,
  failure: { kind: 'aborted', message: 'The model call was stopped.', advice: 'Send a message to continue.' },
  firstTokenMs: null,
}

/**
 * Sends the request until there is an answer or no attempt is left.
 *
 * 1. Streamed text does not prevent a retry: only finished answers are used, and the handler is
 *    asked to start over (`onRetry`).
 * 2. The fault limits the attempts. What the endpoint refuses and can be left out is left out, without waiting; that does
 *    not count as an attempt (refusals/mending.ts).
 * 3. Nothing with tools is sent to an endpoint that has refused tools for this model before.
 */
export async function callUntilDone(call: Call): Promise<CallEnd> {
  const known = call.request.tools.length > 0 ? toolsRefusal(call) : undefined
  if (known !== undefined) return { ok: false, failure: known, firstTokenMs: null }
  const mending = new Mending(call)
  const startedAt = call.ports.clock.elapsed()
  let waitedMs = 0
  const since = (at: number | null) => (at === null ? null : at - startedAt - waitedMs)
  for (let tried = 1; ; ) {
    const input = ask(call)
    const room = await roomFor(call, input.body)
    waitedMs += room.waitedMs
    if (call.signal.aborted) return stopped
    const end = await attempt(input, call.signal)
    await room.settle(end.ok ? end.reply.usage : null)
    if (call.signal.aborted) return stopped
    if (end.ok) {
      const { usage } = end.reply
      const cut = call.cuts?.look(call.connection, call.request.messages, usage) ?? null
      if (cut !== null) call.handler.onNotice?.(cut)
      const cost = await priceOf(call, usage)
      return { ok: true, reply: end.reply, cost, firstTokenMs: since(end.firstTokenAt) }
    }
    const leftOut = mending.next(end.fault, input.body, () => ask(call).body)
    const waitMs = leftOut === null ? waitFor(call, end.fault, tried) : 0
    const failure = redact(leftOut ?? end.fault.failure, call.connection.key)
    if (failure.kind === 'tools-refused') rememberTools(call, failure)
    if (waitMs === null)
      return { ok: false, failure: afterTries(failure, tried), firstTokenMs: since(end.firstTokenAt) }
    call.handler.onRetry(tried, waitMs, failure)
    const wait = waitMs > 0 ? await call.ports.wait(waitMs, call.signal) : 'over'
    if (call.signal.aborted) return stopped
    if (wait === 'early') call.handler.onTryNow?.()
    if (leftOut === null) tried++
  }
}

/** Waits until the endpoint's allowance has room for the request. After an abort, what was reserved is given back. */
async function roomFor({ connection: { profile, model }, handler, signal, ports }: Call, body: string) {
  const room = ports.buckets === undefined ? null : await takeRoom(ports.buckets, profile, model, body)
  if (room === null) return { waitedMs: 0, settle: async () => {} }
  if (room.waitMs === 0) return { waitedMs: 0, settle: room.settle }
  const began = ports.clock.elapsed()
  handler.onRoomWait?.(room.waitMs)
  await ports.wait(room.waitMs, signal)
  const waitedMs = ports.clock.elapsed() - began
  handler.onRoom?.(waitedMs)
  if (signal.aborted) await room.giveBack()
  return { waitedMs, settle: room.settle }
}

const toolsRefusal = ({ terms, connection: { profile, model } }: Call) => terms.toolsOf(profile, model)

const rememberTools = ({ terms, connection: { profile, model } }: Call, failure: Failure): void =>
  terms.addTools(profile, model, failure)

/** The cost by the profile's own price, or else by the provider's list. */
export function priceOf(
  { connection: { profile, model } }: Pick<Call, 'connection'>,
  usage: Usage,
): number | null | Promise<number | null> {
  return profile.price === null ? listCost(usage, profile.baseUrl, model) : costOf(usage, profile.price)
}

function waitFor(call: Call, fault: Fault, tried: number): number | null {
  return tried >= (call.maxTries ?? Number.POSITIVE_INFINITY) ? null : nextWait(fault, tried, call.ports.random())
}

function ask(call: Call): Attempt {
  const { wire, connection, request, handler, ports, terms } = call
  const refused = terms.of(connection.profile, connection.model)
  const images = takesImages(connection.profile) && !refused.has('no-images') ? (call.readImage ?? null) : null
  const to = recipientOf(connection, refused)
  const parameters = wire.parameters(connection.profile, connection.model, request, refused)
  const body = wire.body(to, request.messages, request.tools, parameters, images)
  const begun = (draft: ReplyDraft) => {
    if (call.progress !== undefined) Object.assign(call.progress, { sent: body.length, draft })
  }
  return { wire, connection, request, body, handler, clock: ports.clock, begun }
}

function afterTries(failure: Failure, tried: number): Failure {
  if (tried === 1) return failure
  return { ...failure, detail: [`tried ${tried} times`, failure.detail].filter(Boolean).join('; ') }
}

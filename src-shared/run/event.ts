import { z } from 'zod'
import { failure } from '../base/failure.ts'
import { json, jsonObject } from '../base/json.ts'
import { startedHook } from '../hooks/hook.ts'
import { modelReply, usage } from '../model/message.ts'
import { approvalAnswer, approvalAsk, approvalModes, seenFile, toolBody, toolResult } from '../model/tool.ts'
import { routedBy } from '../strategy/routing.ts'
import { strategyChoice } from '../strategy/strategy-info.ts'
import { budget, historySummary } from '../strategy/task.ts'
import { besideChange } from '../workspace/beside.ts'
import { pauseAnswered, pauseAsked } from './debug/pause-events.ts'
import { forkedFrom } from './forked-from.ts'
import { boundRole, modelStart, otherSteps, stepStart, toolStart } from './leaf-starts.ts'
import { messageList } from './request-messages.ts'
import { startedTask } from './started-task.ts'
import { stepOutcome } from './step-outcome.ts'
import { timeClock } from './time/clock-shape.ts'
import { waits } from './time/waits.ts'

/**
 * The log of a run: one append-only list of events, the only truth about it.
 *
 * 1. `seq` has no gaps and orders events; times never do.
 * 2. Every `…-start` has exactly one `…-end` with the same `path`, also on errors, unless the run was
 *    interrupted; a resumed run starts an open step again under the same path (`again: true`).
 * 3. `run-end` comes once and last.
 * 4. A path is a step's position in the routine tree (`2.0/1.3`): step index, `/branch` inside `all`.
 * 5. Big texts are bodies, stored once by content hash; events hold their `ref`.
 * 6. Lists that grow with a conversation are chains of bodies, named by their end: events stay as long as in the first turn.
 * 7. An inbox poll that took nothing writes no events (agent/unlogged-look.ts); logs of older versions have them.
 */
const path = z.string()
/** Content hash (hex SHA-256) of a body in the store. */
const ref = z.string()
const again = z.boolean()

export const totals = z.object({
  steps: z.number(),
  modelCalls: z.number(),
  toolCalls: z.number(),
  toolFailures: z.number(),
  retries: z.number(),
  input: z.number(),
  cachedInput: z.number(),
  output: z.number(),
  /** US dollars; null if a call had no known price. */
  cost: z.number().nullable(),
  modelMs: z.number(),
  toolMs: z.number(),
  waitingMs: z.number(),
  waits: waits.optional(),
  /** What of the run is open now; left out if nothing is. */
  clock: timeClock.optional(),
  /** Prompts to other agents that did not say how many tokens, or how much money, they used: the sums lack theirs. */
  unreported: z.object({ tokens: z.number(), cost: z.number() }).optional(),
  /** Answers that were cut off: the sums hold an estimate of what they used at least. Left out: none. */
  cut: z.number().optional(),
})
export type Totals = z.infer<typeof totals>
export const noTotals: Totals = {
  steps: 0,
  modelCalls: 0,
  toolCalls: 0,
  toolFailures: 0,
  retries: 0,
  input: 0,
  cachedInput: 0,
  output: 0,
  cost: 0,
  modelMs: 0,
  toolMs: 0,
  waitingMs: 0,
}

export const endStatuses = ['completed', 'failed', 'aborted'] as const
export type EndStatus = (typeof endStatuses)[number]

const bodies = [
  z.object({
    type: z.literal('run-start'),
    runId: z.string(),
    strategy: strategyChoice,
    strategyVersion: z.string(),
    task: startedTask,
    history: messageList,
    roles: z.record(z.string(), boundRole),
    approval: z.enum(approvalModes),
    budget,
    seed: z.number(),
    /** How its strategy was chosen, and the default prompts of that time (a `promptBook`); older runs have none. */
    routed: routedBy.optional(),
    prompts: ref.optional(),
    /** The hooks that it was started with; left out: none. */
    hooks: z.array(startedHook).readonly().optional(),
    forkedFrom: forkedFrom.optional(),
  }),
  z.object({ type: z.literal('run-resume') }),
  z.object({
    type: z.literal('run-end'),
    status: z.enum(endStatuses),
    text: z.string(),
    /** Bodies of the messages this turn adds to the conversation. */
    messages: z.array(ref).readonly(),
    meta: jsonObject,
    failure: failure.nullable(),
    /** The summary of earlier turns that this run made or used, its text as a body, for the turns that follow it. */
    summary: historySummary.extend({ text: ref }).optional(),
    totals,
  }),
  z.object({
    type: z.literal('phase-start'),
    path,
    name: z.string(),
    title: z.string(),
    index: z.number(),
    again,
    /** If it works in a copy of the files: the snapshot in it, and how many copies were lost before. */
    copy: z.object({ from: z.string(), attempt: z.number() }).optional(),
  }),
  z.object({ type: z.literal('phase-end'), path, failure: failure.nullable() }),
  // `all` and `delegate`: the spans that hold parallel branches and child runs.
  z.object({ type: z.literal('branches-start'), path, count: z.number(), again }),
  z.object({ type: z.literal('branches-end'), path, failure: failure.nullable() }),
  z.object({
    type: z.literal('child-start'),
    path,
    strategy: strategyChoice,
    goal: z.string(),
    depth: z.number(),
    /** The name of the helper that works on it, if a file describes it. */
    agent: z.string().optional(),
    again,
  }),
  z.object({ type: z.literal('child-end'), path, failure: failure.nullable() }),
  modelStart,
  z.object({
    type: z.literal('model-retry'),
    path,
    attempt: z.number(),
    waitMs: z.number(),
    failure,
    /** What is sent otherwise from now on, since the server refused a part of the request; left out: nothing. */
    resent: z
      .object({ forms: z.array(z.string()).readonly(), parameters: jsonObject })
      .readonly()
      .optional(),
  }),
  /** The user ended the wait before the next try. */
  z.object({ type: z.literal('model-try-now'), path }),
  z.object({
    type: z.literal('model-end'),
    path,
    outcome: stepOutcome(modelReply),
    /** The text of an incomplete answer: stopped, cut off or stalled. */
    said: z.string().optional(),
    /** The thinking of such an answer. */
    thought: z.string().optional(),
    /** What such an answer used at least, estimated; `cost` is by it. Left out: nothing is known. */
    spent: usage.optional(),
    /** ms of `durationMs` that it waited because of the model's own limits a minute; left out: none. */
    waitedMs: z.number().optional(),
    /** ms from the request to the first token; null if none came. */
    firstTokenMs: z.number().nullable(),
    durationMs: z.number(),
    cost: z.number().nullable(),
  }),
  toolStart,
  z.object({ type: z.literal('approval-ask'), path, ask: approvalAsk }),
  z.object({ type: z.literal('approval-answer'), path, answer: approvalAnswer, waitedMs: z.number() }),
  // Committed before the effect begins: a crash after it means "outcome unknown", before it "never began".
  z.object({ type: z.literal('tool-begin'), path }),
  z.object({
    type: z.literal('tool-end'),
    path,
    outcome: stepOutcome(toolResult),
    body: toolBody,
    durationMs: z.number(),
    /** Time of that spent waiting for the user, in approvals and questions, answered or not; left out if zero. */
    waitedMs: z.number().optional(),
    /** How much of that for an approval that nobody gave, because the run was halted. No other event records it. */
    unansweredMs: z.number().optional(),
    /** Files that the call showed or wrote: a run that continues from here may write them without reading them again. */
    seen: z.array(seenFile).readonly().optional(),
  }),
  stepStart,
  z.object({
    type: z.literal('step-end'),
    path,
    step: z.enum(otherSteps),
    outcome: stepOutcome(json),
    durationMs: z.number(),
  }),
  // A breakpoint or Pause: before the start of the step at `path`, which has the same `print`.
  pauseAsked,
  pauseAnswered,
  /** Something the user should know, such as "older turns were summarized". */
  z.object({ type: z.literal('notice'), path, level: z.enum(['info', 'warning']), text: z.string() }),
  /** The workspace before or after the run. */
  z.object({
    type: z.literal('files'),
    when: z.enum(['before', 'after']),
    snapshot: z.string(),
    notCovered: z.array(z.string()),
    /** After the run: what became of files that no snapshot holds, if anything. */
    beside: z.array(besideChange).optional(),
  }),
  /** The workspace after a step that may have changed it; taken beside the run, so other steps may come before. */
  z.object({ type: z.literal('files-step'), path, snapshot: z.string() }),
] as const

/** An event before the log gives it a position and a time. */
export const eventBody = z.discriminatedUnion('type', bodies)
export type EventBody = z.infer<typeof eventBody>
export type EventType = EventBody['type']

const stamp = z.object({
  seq: z.number(),
  /** Wall clock, ms since 1970; for people only. */
  at: z.number(),
  /** ms since the run started, on a monotonic clock; a resumed run continues from its last event. */
  ms: z.number(),
})
export type Stamp = z.infer<typeof stamp>
/** `cut`: on its way to a window, long texts of it were left out (opening/short-event.ts). Never stored. */
export type RunEvent = EventBody & Stamp & { readonly cut?: true }
export type EventOf<T extends EventType> = Extract<RunEvent, { type: T }>

/**
 * An event read back. Types a newer version wrote are kept and shown as unknown, never dropped. `damaged`: it is not, or
 * not surely, what was written; one that is lost is unknown, with an empty `raw`.
 */
export type StoredEvent = (
  | RunEvent
  | (Stamp & { readonly type: 'unknown'; readonly raw: string; readonly cut?: true })
) & {
  readonly damaged?: true
}

export function parseEvent(text: string): StoredEvent {
  const raw: unknown = JSON.parse(text)
  const stamped = stamp.parse(raw)
  const body = eventBody.safeParse(raw)
  return body.success ? { ...body.data, ...stamped } : { ...stamped, type: 'unknown', raw: text }
}

/** Live data, dropped once the step has ended. `draft` has everything so far, for a viewer who joins late. */
export type Live =
  | {
      readonly type: 'model-delta'
      readonly path: string
      readonly channel: 'text' | 'reasoning'
      readonly text: string
    }
  | {
      readonly type: 'model-call-delta'
      readonly path: string
      readonly index: number
      readonly tool: string
      readonly text: string
    }
  | { readonly type: 'tool-output'; readonly path: string; readonly text: string }
  | {
      readonly type: 'draft'
      readonly path: string
      readonly ms: number
      readonly firstTokenMs: number | null
      readonly text: string
      readonly reasoning: string
      readonly output: string
    }

export type RunItem =
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'live'; readonly ms: number; readonly live: Live }

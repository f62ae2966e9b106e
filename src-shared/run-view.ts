import type { RunStatus } from './conversation.ts'
import type { BoundRole, OtherStep, StoredEvent, Totals } from './event.ts'
import type { Failure } from './failure.ts'
import type { Json } from './json.ts'
import type { ModelReply, ToolCall } from './message.ts'
import type { StrategyChoice } from './strategy-info.ts'
import type { ApprovalAnswer, ApprovalAsk, ToolBody, ToolEffect, ToolResult } from './tool.ts'

/**
 * What a run looks like at a moment: the fold of its events and of what is live. One fold serves the live
 * view, playback, both lanes of a comparison, and tests.
 *
 * 1. Spans stand in the order they started in; a span object is replaced when it changes, never mutated,
 *    so a view may compare by identity.
 * 2. Times are ms since the run's start, from the events; the fold reads no clock.
 */
export type SpanState = 'running' | 'waiting' | 'ok' | 'failed' | 'interrupted'

interface SpanBase {
  readonly path: string
  /** Path of the phase, child or branches span it stands in; null at the top. */
  readonly parent: string | null
  /** `''` on the main line; the branch's path prefix (`2/1`) inside `all`. */
  readonly lane: string
  readonly startMs: number
  readonly endMs: number | null
  readonly state: SpanState
  /** `seq` of the event that started it. */
  readonly seq: number
}
export interface PhaseSpan extends SpanBase {
  readonly kind: 'phase'
  readonly name: string
  readonly title: string
  readonly index: number
}
export interface BranchesSpan extends SpanBase {
  readonly kind: 'branches'
  readonly count: number
}
export interface ChildSpan extends SpanBase {
  readonly kind: 'child'
  readonly strategy: StrategyChoice
  readonly goal: string
}
export interface Retry {
  readonly ms: number
  readonly attempt: number
  readonly waitMs: number
  readonly failure: Failure
}
export interface ModelSpan extends SpanBase {
  readonly kind: 'model'
  readonly role: string
  readonly bound: BoundRole
  /** ms since the run's start; null while waiting for the first token. */
  readonly firstTokenAt: number | null
  readonly text: string
  readonly reasoning: string
  /** Tool calls as they stream in; the finished ones are in `reply`. */
  readonly drafts: readonly { readonly tool: string; readonly text: string }[]
  readonly reply: ModelReply | null
  readonly retries: readonly Retry[]
  readonly cost: number | null
  readonly failure: Failure | null
}
export interface Approval {
  readonly ask: ApprovalAsk
  readonly askedMs: number
  readonly answer: ApprovalAnswer | null
  readonly answeredMs: number | null
}
export interface ToolSpan extends SpanBase {
  readonly kind: 'tool'
  readonly call: ToolCall
  readonly effect: ToolEffect
  /** Output as it streams in; the whole is in `body` at the end. */
  readonly output: string
  readonly approval: Approval | null
  readonly result: ToolResult | null
  readonly body: ToolBody
  readonly failure: Failure | null
}
export interface StepSpan extends SpanBase {
  readonly kind: 'step'
  readonly step: OtherStep
  readonly ask: Json
  readonly answer: Json
  readonly failure: Failure | null
}
export interface NoticeSpan extends SpanBase {
  readonly kind: 'notice'
  readonly level: 'info' | 'warning'
  readonly text: string
}
export interface UnknownSpan extends SpanBase {
  readonly kind: 'unknown'
  readonly raw: string
}
export type Span = PhaseSpan | BranchesSpan | ChildSpan | ModelSpan | ToolSpan | StepSpan | NoticeSpan | UnknownSpan

export interface RunView {
  /** Raised by every change. */
  readonly version: number
  readonly lastSeq: number
  readonly lastMs: number
  readonly status: RunStatus
  readonly strategy: StrategyChoice | null
  readonly goal: string
  readonly roles: { readonly [role: string]: BoundRole }
  readonly totals: Totals
  readonly spans: readonly Span[]
  readonly at: ReadonlyMap<string, number>
  /** Paths of approvals and questions that wait for the user, oldest first. */
  readonly waiting: readonly string[]
  readonly text: string
  readonly failure: Failure | null
  readonly before: string | null
  readonly after: string | null
  readonly resumed: number
  readonly unknown: readonly StoredEvent[]
}

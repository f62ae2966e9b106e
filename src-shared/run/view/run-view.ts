import type { Failure } from '../../base/failure.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Attached } from '../../mentions/attached.ts'
import type { ModelReply, ToolCall, Usage } from '../../model/message.ts'
import type {
  ApprovalAnswer,
  ApprovalAsk,
  ApprovalMode,
  ToolBody,
  ToolEffect,
  ToolLimits,
  ToolResult,
} from '../../model/tool.ts'
import type { RoutedBy } from '../../strategy/routing.ts'
import type { StrategyChoice } from '../../strategy/strategy-info.ts'
import type { Budget, WorkMode } from '../../strategy/task.ts'
import type { RunStatus } from '../conversation.ts'
import type { LoggedEdit, PauseAction, PauseReason, SourceOfStep } from '../debug/pause-events.ts'
import type { StoredEvent, Totals } from '../event.ts'
import type { ForkedFrom } from '../forked-from.ts'
import type { BoundRole, OtherStep, PlannedStep } from '../leaf-starts.ts'
import type { Attempt } from '../time/attempt-shape.ts'

/**
 * What a run looks like at a moment: the fold of its events and of what is live (run-view-fold.ts). One
 * fold serves the live view, playback, both lanes of a comparison, and tests.
 *
 * 1. Spans stand in the order they started in; a span object is replaced when it changes, never mutated,
 *    so a view may compare spans by identity. A span keeps its index.
 * 2. Times are ms since the run's start, from the events; the fold reads no clock. They never go back:
 *    an event that claims to be earlier than the one before it counts as at the same moment.
 * 3. `spans`, `at` and `unknown` are the same growing objects in all views of one fold, so that one more
 *    item costs the same in a run of ten spans and of 100,000. To see whether they changed, compare
 *    `version`, or `shape` where only starts, ends and states matter. An older view is therefore spent:
 *    folding onto it again is a bug and throws. To look at an earlier moment, fold the prefix from empty, or
 *    onto a copy that was made on the way (`copyView`); playback-tape.ts does so for playback.
 * 4. What is live is gone once its step has ended: the view then is the one a replay of the events gives.
 */
export type SpanState = 'running' | 'waiting' | 'ok' | 'failed' | 'interrupted'

/** A pause of the debugger before a step. Until the step starts, its span shows the step as it was asked for. */
export interface Pause {
  readonly reason: PauseReason
  readonly step: PlannedStep
  readonly limits: ToolLimits | null
  /** The line of the user's strategy that asked for the step. */
  readonly source: SourceOfStep
  readonly askedMs: number
  /** Of the event that asked. */
  readonly seq: number
  readonly answer: { readonly action: PauseAction; readonly edit: LoggedEdit | null; readonly ms: number } | null
}

interface SpanBase {
  /** Of its step. Notices, unknown and damaged events have none of their own: theirs is `notice:SEQ`,
   *  `unknown:SEQ`, `damaged:SEQ`. */
  readonly path: string
  /** Path of the phase, child or branches span it stands in; null at the top. */
  readonly parent: string | null
  /** `''` on the main line; the branch's path prefix (`2/1`) inside `all`. */
  readonly lane: string
  readonly startMs: number
  readonly endMs: number | null
  /** When a resumed run took it up again after a crash, the last time; null if it never did. */
  readonly againMs: number | null
  readonly state: SpanState
  /** `seq` of the event that started it. */
  readonly seq: number
  /** The pause before it, if there was one. */
  readonly pause?: Pause
  /** How its earlier attempts spent their time, if the app died during them; the last one is that of the span itself. */
  readonly earlier?: readonly Attempt[]
  /** Long texts of it are not here: `span-read` gives the whole. */
  readonly cut?: true
}
export interface PhaseSpan extends SpanBase {
  readonly kind: 'phase'
  readonly name: string
  readonly title: string
  readonly index: number
  /** Whether it works in a copy of the files. */
  readonly inCopy?: true
  readonly failure: Failure | null
}
export interface BranchesSpan extends SpanBase {
  readonly kind: 'branches'
  readonly count: number
  readonly failure: Failure | null
}
export interface ChildSpan extends SpanBase {
  readonly kind: 'child'
  readonly strategy: StrategyChoice
  readonly goal: string
  /** The name of the helper, if a file describes it. */
  readonly agent?: string
  readonly failure: Failure | null
}
interface Retry {
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
  /** Of an answer that was cut off: what it used at least. */
  readonly spent?: Pick<Usage, 'input' | 'output'>
  readonly retries: readonly Retry[]
  /** How long the limits of the model held it up at its beginning, ms; left out: not at all, or not known yet. */
  readonly limitedMs?: number
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
  /** If it writes a list of what is to be done that is there already: the path of the call that wrote it first. */
  readonly rewrites?: string
  /** Output as it streams in; the whole is in `body` at the end. */
  readonly output: string
  readonly approval: Approval | null
  /** When the work itself began, ms since the run's start; left out: it has not, or an old log does not say. */
  readonly begunMs?: number
  readonly result: ToolResult | null
  readonly body: ToolBody
  readonly failure: Failure | null
}
export interface StepSpan extends SpanBase {
  readonly kind: 'step'
  readonly step: OtherStep
  readonly ask: Json
  readonly answer: Json
  /** What another agent says, as it streams in; the whole is in `answer` at the end. */
  readonly said?: string
  /** If it is a later plan of another agent: the path of its first one. */
  readonly rewrites?: string
  /** If it is a prompt to another agent that has made a plan: the path of the first one. */
  readonly plan?: string
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
export type SpanKind = Span['kind']
export type SpanOf<K extends SpanKind> = Extract<Span, { readonly kind: K }>

export interface RunView {
  /** Raised by every change. */
  readonly version: number
  /** Raised where a span starts, ends or changes its state; not by text and output that stream in. */
  readonly shape: number
  readonly lastSeq: number
  readonly lastMs: number
  readonly status: RunStatus
  readonly strategy: StrategyChoice | null
  readonly strategyVersion: string
  /** How its strategy was chosen; null if the log does not say. */
  readonly routed: RoutedBy | null
  /** Where it continues from a step of another run; null if it began by itself. */
  readonly forkedFrom: ForkedFrom | null
  readonly goal: string
  /** What the message attaches; left out if nothing. */
  readonly attached?: readonly Attached[]
  readonly mode: WorkMode | null
  readonly approval: ApprovalMode | null
  readonly budget: Budget | null
  /** Wall clock of the start, ms since 1970, for people only; null before the start. */
  readonly startedAt: number | null
  readonly roles: { readonly [role: string]: BoundRole }
  /** So far; the agent's own count once the run has ended. */
  readonly totals: Totals
  readonly spans: readonly Span[]
  /** Index in `spans` by path. */
  readonly at: ReadonlyMap<string, number>
  /** Paths of approvals and questions that wait for the user, oldest first. */
  readonly waiting: readonly string[]
  readonly text: string
  /** Facts of the strategy about how it ended, such as scores. */
  readonly meta: JsonObject
  readonly failure: Failure | null
  readonly before: string | null
  readonly after: string | null
  /** The newest snapshot of the files so far; null if none was taken yet. */
  readonly files: string | null
  /** Paths that the snapshots could not hold. */
  readonly notCovered: readonly string[]
  readonly resumed: number
  /** How many events of its log are not, or not surely, what was written. */
  readonly damaged: number
  readonly unknown: readonly StoredEvent[]
}

/**
 * What the agent needs from outside. The host passes these, and the agent does no I/O itself; tests pass
 * their own.
 */

import type { Failure } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import type { HookAsk, HookResult } from '../../src-shared/hooks/hook.ts'
import type { InnerModelRequest, ModelReply, ModelRequest, ToolCall, Usage } from '../../src-shared/model/message.ts'
import type { ModelApi } from '../../src-shared/model/provider-data.ts'
import type { Question } from '../../src-shared/model/question.ts'
import type {
  ApprovalAnswer,
  ApprovalAsk,
  SeenFile,
  ToolBody,
  ToolEffect,
  ToolLimits,
  ToolResult,
} from '../../src-shared/model/tool.ts'
import type { AgentAnswer, AgentPlanEntry, AgentUpdate } from '../../src-shared/run/agent-update.ts'
import type { Breakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import type { PauseAnswer, PausedStep, SourceOfStep } from '../../src-shared/run/debug/pause-events.ts'
import type { EventBody, Live, RunEvent, StoredEvent } from '../../src-shared/run/event.ts'
import type { BoundRole } from '../../src-shared/run/leaf-starts.ts'
import type { AgentPrompt, ChangedFiles, EndHook, InCopy } from '../strategy/steps.ts'

/** The run's log. Appended events are invisible until they are committed. */
export interface LogPort {
  /** Gives the event its place and time. */
  append(body: EventBody): RunEvent
  /** Makes all appended events durable, in one transaction, then publishes them to subscribers. */
  commit(): void
  live(live: Live): void
  /** Characters that were written since the log was opened, in events and bodies, as far as they are committed. */
  size(): number
  /** Keeps JSON text once by its content; returns its ref. */
  putBody(text: string): string
  readBody(ref: string): string
  /** The events so far, for resume. @param afterSeq those after this one alone */
  events(afterSeq?: number): readonly StoredEvent[]
  /** What had come of answers that a crash cut off, by path, for resume; left out: nothing of them is kept. */
  drafts?(): readonly { readonly path: string; readonly text: string; readonly reasoning: string }[]
}

export interface ModelStreamHandler {
  onDelta(channel: 'text' | 'reasoning', text: string): void
  /** `text`: the next part of the call's arguments. */
  onCallDelta(index: number, tool: string, text: string): void
  onRetry(attempt: number, waitMs: number, failure: Failure): void
  /** The user ended the wait before the next attempt. */
  onTryNow?(): void
  /** The request waits because of the model's own limits a minute, until `onRoom`. */
  onRoomWait?(waitMs: number): void
  onRoom?(waitedMs: number): void
  /** Something that the user should know about the model's endpoint. */
  onNotice?(text: string): void
}
export type ModelAnswer =
  | {
      readonly ok: true
      readonly reply: Omit<ModelReply, 'budget'>
      readonly cost: number | null
      readonly firstTokenMs: number | null
    }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly firstTokenMs: number | null
      /** Of an answer that was cut off: what it used at least. */
      readonly spent?: { readonly usage: Usage; readonly cost: number | null }
    }

export interface ModelPort {
  /** The API that requests to this model are written for. */
  api(bound: BoundRole): ModelApi
  /** The forms in which messages and tools are sent to this model; left out: the plainest. */
  forms?(bound: BoundRole): readonly string[]
  /** Whether images are sent to this model; left out: they are. */
  images?(bound: BoundRole): boolean
  /** All parameters that are sent besides messages and tools, for the log. */
  parameters(bound: BoundRole, request: ModelRequest): JsonObject
  /** Never rejects: expected failures are values. Settles within 100 ms of an abort. */
  call(bound: BoundRole, request: ModelRequest, handler: ModelStreamHandler, signal: AbortSignal): Promise<ModelAnswer>
}

export interface ToolContext {
  readonly limits: ToolLimits
  /** The call had started when the app died: its outcome is unknown. */
  readonly interrupted: boolean
  readonly signal: AbortSignal
  /** A part of the output, as it comes. */
  output(text: string): void
  /** Asks the gate's question; resolves with the user's answer. */
  approve(ask: ApprovalAsk): Promise<ApprovalAnswer>
  /** Must be called, once, right before the effect begins. */
  begin(): void
  /** For `ask_user`, and for servers. */
  askUser(question: Question): Promise<string>
  /** For a server that asks for a model's answer, once the user allowed it. Left out: no model is called. */
  callModel?(request: InnerModelRequest): Promise<ModelReply>
  /** Runs a hook of the call, as a step under it; a hook that had ended before a crash is not run again. */
  hook(ask: HookAsk, run: () => Promise<HookResult>): Promise<HookResult>
}
export interface ToolRun {
  readonly result: ToolResult
  readonly body: ToolBody
  /** Files that the call showed or wrote, if there are any. */
  readonly seen?: readonly SeenFile[]
}
export interface ToolPort {
  effectOf(tool: string): ToolEffect
  /** Why the call would fail before it begins, if it would: for calls that a person edits. Changes nothing. */
  problemWith?(call: ToolCall): Promise<string | null>
  /** Never rejects for a call that fails: a failed call is a result that says why. */
  run(call: ToolCall, context: ToolContext): Promise<ToolRun>
}

export interface WorkspacePort {
  snapshot(label: string): Promise<string>
  restore(snapshot: string): Promise<void>
  changes(before: string, after: string): Promise<ChangedFiles>
  /** Runs a command in the workspace; `exitCode` is null if it was killed. */
  check(command: string, signal: AbortSignal): Promise<{ exitCode: number | null; output: string }>
  readonly copies: CopyPort
}

/** Workspaces of a run's own, copies of one workspace's snapshots. All are removed when the run has ended. */
export interface CopyPort {
  /**
   * Makes a copy; leftovers of an earlier attempt under this name are removed.
   * @param name unique within the run
   */
  open(name: string, copy: Pick<InCopy, 'from' | 'dependencies'>): Promise<Copy>
  /** The copy as an earlier process left it; null if it is gone or was never complete. */
  reopen(name: string): Promise<Copy | null>
}
export interface Copy {
  readonly tools: ToolPort
  readonly agents?: OtherAgentPort
  readonly workspace: WorkspacePort
  /** Removes it. Never rejects: what can't be removed now is removed with the run. */
  remove(): Promise<void>
}

export interface UserPort {
  /** Waits for the user's decision on the call at `path`. */
  approve(path: string, ask: ApprovalAsk, signal: AbortSignal): Promise<ApprovalAnswer>
  /** Waits for the user's answer; without a user, returns the first option at once. */
  ask(path: string, question: Question, signal: AbortSignal): Promise<string>
  /** Whether there is anything to take. */
  hasQueued(): boolean
  /** Takes the messages that were queued since the last call. */
  takeQueued(): readonly string[]
}

/** Breakpoints, and the user who decides at a pause. */
export interface DebugPort {
  /** Whether anything can pause the run now. Asked before each step. */
  isArmed(): boolean
  breakpoints(): readonly Breakpoint[]
  /** Whether the user asked for a pause since the last call. */
  takePause(): boolean
  /** The line of a user's strategy that asks for the step. */
  sourceOf?(path: string): Promise<SourceOfStep>
  /** Waits for the user's decision on the step at `path`. */
  pause(path: string, shown: PausedStep, signal: AbortSignal): Promise<PauseAnswer>
}

/** Other agents, each a process that works in the run's workspace. */
export interface OtherAgentPort {
  /**
   * Sends a prompt and waits until the agent has ended its turn. Rejects with a FailureError, and with anything once
   * `signal` is aborted; the agent's process has been told to end then.
   * @param past it was begun before a crash: only its own session may be continued
   */
  prompt(
    ask: AgentPrompt,
    listener: OtherAgentListener,
    past: PastPrompt | null,
    signal: AbortSignal,
  ): Promise<AgentTurn>
}
export interface PastPrompt {
  /** Null: the crash came before the agent had one, so that nothing was sent. */
  readonly session: string | null
  /** The snapshot from before it was sent, if its changes are limited. */
  readonly before: string | null
}
export type AgentTurn = Pick<AgentAnswer, 'stopReason' | 'session' | 'usage' | 'undone'> & {
  /** The messages of the protocol, shortened. */
  readonly messages: string
}
/** What the agent does, in its order. Calls are told apart by a key of their own. */
export interface OtherAgentListener {
  /** Called before the prompt is sent. @param before the files as they are then, if its changes are limited */
  session(session: string, update: Extract<AgentUpdate, { kind: 'session' }>, before: string | null): void
  /** A part of a message or a thought. `of`: which message, if the agent says so. */
  said(channel: 'message' | 'thought', text: string, of: string | null): void
  plan(entries: readonly AgentPlanEntry[]): void
  callStart(key: string, call: ToolCall, effect: ToolEffect): void
  /** What its command printed since the last time. */
  callOutput(key: string, text: string): void
  callEnd(key: string, run: Pick<ToolRun, 'body'> & { readonly result: Omit<ToolResult, 'durationMs'> }): void
  /** Asks the gate's question about a call that has started. */
  approve(key: string, ask: ApprovalAsk): Promise<ApprovalAnswer>
  notice(level: 'info' | 'warning', text: string): void
}

export interface HookPort {
  /** Runs a hook at the end of the run. Never rejects. */
  run(end: EndHook, signal: AbortSignal): Promise<HookResult>
}

export interface ClockPort {
  /** ms since 1970. */
  now(): number
  /** ms, monotonic. */
  elapsed(): number
}

export interface AgentPorts {
  readonly log: LogPort
  readonly model: ModelPort
  readonly tools: ToolPort
  readonly workspace: WorkspacePort
  readonly user: UserPort
  /** Left out: there are none. */
  readonly agents?: OtherAgentPort
  /** Left out: no hook is run. */
  readonly hooks?: HookPort
  readonly clock: ClockPort
  /** Left out: nothing pauses the run. */
  readonly debug?: DebugPort
}

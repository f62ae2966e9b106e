/**
 * The vocabulary of strategies: every step that a strategy may ask for, and its answer.
 *
 * 1. A strategy is a generator of steps. It performs nothing itself, so it is tested without mocks,
 *    journaled, resumed and replayed.
 * 2. Steps and answers are plain JSON, except the group steps, which hold routines.
 * 3. `yield*` a helper below; `yield` alone is untyped, and a helper called without `yield*` does nothing.
 * 4. A failed step is thrown into the routine as a `StepFailed`; Stop and replay mismatch never are.
 */
import type { Failure } from '../../src-shared/base/failure.ts'
import type { Json, JsonObject } from '../../src-shared/base/json.ts'
import type { HookResult, StartedHook } from '../../src-shared/hooks/hook.ts'
import type { ModelReply, ModelRequest, ToolCall } from '../../src-shared/model/message.ts'
import type { Question } from '../../src-shared/model/question.ts'
import { noLimits, type ToolLimits, type ToolResult } from '../../src-shared/model/tool.ts'
import type { AgentAnswer } from '../../src-shared/run/agent-update.ts'
import type { Outcome, StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'

/** Each leaf step: its parameters and the type of its answer. */
export interface Leaves {
  'call-model': { ask: { readonly request: ModelRequest }; answer: ModelReply }
  'run-tool': { ask: { readonly call: ToolCall; readonly limits: ToolLimits }; answer: ToolResult }
  /** A call of a tool that the strategy owns (`submit_plan`): the strategy has validated it; the agent records it. */
  'own-tool': { ask: { readonly call: ToolCall; readonly result: ToolResult }; answer: ToolResult }
  'ask-user': { ask: { readonly question: Question }; answer: string }
  snapshot: { ask: { readonly label: string }; answer: string }
  restore: { ask: { readonly snapshot: string }; answer: null }
  /** The difference between two snapshots. */
  changes: { ask: { readonly before: string; readonly after: string }; answer: ChangedFiles }
  /** Runs the user's check command in the workspace. `pattern`: a regular expression for a number in what it prints. */
  check: { ask: { readonly command: string; readonly pattern?: string | undefined }; answer: CheckResult }
  /** A number in [0, 1) from the run's seed. */
  random: { ask: { readonly purpose: string }; answer: number }
  /** ms since 1970. */
  'read-clock': { ask: { readonly purpose: string }; answer: number }
  /** Messages that the user queued since the last `inbox`, oldest first. */
  inbox: { ask: { readonly purpose: string }; answer: readonly string[] }
  /** Puts a fact on the timeline: a score, a temperature, a decision. */
  note: { ask: { readonly title: string; readonly data: JsonObject }; answer: null }
  /** A prompt to another agent, which works in the workspace with tools of its own until it ends its turn. */
  'prompt-agent': { ask: AgentPrompt; answer: AgentAnswer }
  /** A hook at the end of the run (end-hooks.ts): no strategy asks for it. */
  hook: { ask: EndHook; answer: HookResult }
}
export interface AgentPrompt {
  /** Its name in Settings → Agents. */
  readonly agent: string
  readonly prompt: string
  /** What it is told before the prompt if its session is new: the conversation so far; empty: nothing. */
  readonly before: string
  /** `new`; `conversation`: its last one in this conversation, if it can still be continued; or an answer's `session`. */
  readonly session: string
  /** What to choose where the agent offers it, by category: `{ model: …, mode: … }`. */
  readonly choices: { readonly [category: string]: string }
  /** Changes of other files are undone when it has ended. */
  readonly limits: ToolLimits
}
export interface EndHook {
  readonly hook: StartedHook
  /** How often hooks have sent the run back so far, and whether this one still may. */
  readonly sentBack: number
  readonly mayStillSendBack: boolean
  /** What the run's work came to. */
  readonly answer: string
}
export interface CheckResult {
  readonly exitCode: number | null
  readonly output: string
  readonly durationMs: number
  /** With a pattern: the number in its last match, or in that match's first group if there is one. */
  readonly score?: number | null
  /** Why the pattern gave no number, in a sentence; for example, it took too long. */
  readonly scoreProblem?: string
}

export interface ChangedFiles {
  readonly files: readonly { readonly path: string; readonly added: number; readonly removed: number }[]
  /** Unified diffs; very long ones are shortened. */
  readonly patch: string
}

export type LeafKind = keyof Leaves
export type Leaf<K extends LeafKind = LeafKind> = { [P in K]: { readonly kind: P } & Leaves[P]['ask'] }[K]
export type Answer<K extends LeafKind> = Leaves[K]['answer']

/** Steps that give structure: they hold routines, and have no answer of their own in the journal. */
export type GroupStep =
  | {
      readonly kind: 'all'
      readonly branches: readonly Routine<unknown>[]
      /** How many run at a time; left out: all of them. Says nothing of what they do, so no log has it. */
      readonly atOnce?: number | undefined
    }
  | {
      readonly kind: 'phase'
      readonly name: string
      readonly title: string
      readonly index: number
      readonly body: Routine<unknown>
    }
  | InCopy
  | { readonly kind: 'delegate'; readonly strategy: StrategyChoice; readonly task: Task }

/**
 * A phase in a workspace of its own, filled from a snapshot: its tools, checks, snapshots and restores, including those
 * of its child runs, use only that copy. Its snapshots can be restored anywhere in the run. The
 * copy is removed when the phase ends.
 */
export interface InCopy {
  readonly kind: 'in-copy'
  readonly from: string
  /** Whether to copy folders of installed packages, which no snapshot holds. */
  readonly dependencies: 'clone' | 'none'
  readonly name: string
  readonly title: string
  readonly index: number
  readonly body: Routine<unknown>
}

/**
 * Computes a strategy's next move somewhere else, such as in an isolate. Never journaled: it is
 * part of the strategy, so it must have no effects and the same result each time. `stop` is raised when the run
 * has ended or is stopped.
 */
export interface Think {
  readonly kind: 'think'
  readonly compute: (stop: StopSignal) => Promise<unknown>
}

/** The part of `AbortSignal`, a type that is not available here, that `think` needs. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export type Step = Leaf | GroupStep | Think
export type Routine<T> = Generator<Step, T, unknown>
export type Strategy = (task: Task) => Routine<Outcome>

/** Thrown into a routine if a step failed. */
export class StepFailed extends Error {
  override name = 'StepFailed'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

type Returns<R extends readonly Routine<unknown>[]> = {
  -readonly [K in keyof R]: R[K] extends Routine<infer T> ? T : never
}

// The agent answers each step with that step's type of answer; only these casts say so.
function* ask<K extends LeafKind>(step: Leaf<K>): Routine<Answer<K>> {
  return (yield step as Leaf) as Answer<K>
}

type PartialRequest = Pick<ModelRequest, 'role' | 'messages'> & Partial<ModelRequest>

export const callModel = (request: PartialRequest): Routine<ModelReply> =>
  ask<'call-model'>({
    kind: 'call-model',
    request: { tools: [], toolChoice: 'auto', stop: [], stopAfterCalls: 0, temperature: null, ...request },
  })

export const runTool = (call: ToolCall, limits: ToolLimits = noLimits): Routine<ToolResult> =>
  ask<'run-tool'>({ kind: 'run-tool', call, limits })

/** Runs calls of the last answer: one result each, in their order, each ok or failed. */
export function* executeTools(calls: readonly ToolCall[], limits: ToolLimits = noLimits): Routine<ToolResult[]> {
  return yield* all(calls.map((call) => runTool(call, limits)))
}

export const recordOwnTool = (call: ToolCall, result: ToolResult): Routine<ToolResult> =>
  ask<'own-tool'>({ kind: 'own-tool', call, result })
export const askUser = (question: Question): Routine<string> => ask<'ask-user'>({ kind: 'ask-user', question })
export const snapshot = (label: string): Routine<string> => ask<'snapshot'>({ kind: 'snapshot', label })
export const restore = (id: string): Routine<null> => ask<'restore'>({ kind: 'restore', snapshot: id })
export const changes = (before: string, after: string): Routine<ChangedFiles> =>
  ask<'changes'>({ kind: 'changes', before, after })
export const check = (command: string, pattern?: string): Routine<CheckResult> =>
  ask<'check'>({ kind: 'check', command, ...(pattern !== undefined && { pattern }) })
export const promptAgent = (
  prompt: Pick<AgentPrompt, 'agent' | 'prompt'> & Partial<AgentPrompt>,
): Routine<AgentAnswer> =>
  ask<'prompt-agent'>({
    kind: 'prompt-agent',
    before: '',
    session: 'new',
    choices: {},
    limits: noLimits,
    ...prompt,
  })
export const random = (purpose: string): Routine<number> => ask<'random'>({ kind: 'random', purpose })
export const readClock = (purpose: string): Routine<number> => ask<'read-clock'>({ kind: 'read-clock', purpose })
export const inbox = (purpose: string): Routine<readonly string[]> => ask<'inbox'>({ kind: 'inbox', purpose })
export const note = (title: string, data: { readonly [key: string]: Json }): Routine<null> =>
  ask<'note'>({ kind: 'note', title, data })

/** @param how `atOnce`: how many run at a time, at least 1; the others wait in their order. Left out: all of them. */
export function* all<const R extends readonly Routine<unknown>[]>(
  branches: R,
  how: { readonly atOnce?: number } = {},
): Routine<Returns<R>> {
  return (yield { kind: 'all', branches, ...how }) as Returns<R>
}

/** A named phase of the run. `index`: its repetition, from 0; `title`: what the timeline shows. */
export function* phase<T>(name: string, body: Routine<T>, title = name, index = 0): Routine<T> {
  return (yield { kind: 'phase', name, title, index, body }) as T
}

/** A phase in a copy of the workspace. */
export function* inCopy<T>(where: Omit<InCopy, 'kind' | 'body'>, body: Routine<T>): Routine<T> {
  return (yield { kind: 'in-copy', ...where, body }) as T
}

/** A child run with its own strategy. The child's failure is in its outcome, not thrown. */
export function* delegate(strategy: StrategyChoice, task: Task): Routine<Outcome> {
  return (yield { kind: 'delegate', strategy, task }) as Outcome
}

export function* think<T>(compute: (stop: StopSignal) => Promise<T>): Routine<T> {
  return (yield { kind: 'think', compute }) as T
}

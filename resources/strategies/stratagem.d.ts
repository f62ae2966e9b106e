/**
 * The vocabulary of strategies, version 2. A strategy is a generator: it yields steps and gets their answers; it performs
 * nothing itself. Write `yield*` before each step.
 */
declare module 'stratagem' {
  export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
  export type JsonObject = { readonly [key: string]: Json }

  // ── What a strategy is ──────────────────────────────────────────────────────────────────────────────────────

  export interface Definition<O extends Options, P extends PromptTable = Record<never, never>> {
    /** The version of the vocabulary that the file is written for: 2 is the one described here. If left out, 1. */
    readonly vocabulary?: number
    /** Small letters, figures and hyphens; none of the app's own names. */
    readonly name: string
    readonly title: string
    readonly summary?: string
    /** A wrapper is given an inner strategy; any other is given none. */
    readonly wrapper?: boolean
    /** What can be set: the form in the window is drawn from it. */
    readonly options?: O
    /** The texts it sends to models: the user can change them in the window. Not with an option called `prompts`. */
    readonly prompts?: P
    /** Names that the user maps to models. */
    readonly roles?: readonly { readonly name: string; readonly purpose: string }[]
    /**
     * The phases, and which may follow which: the map that is drawn before a run. `when` says for a phase that may follow
     * in which case it does, in a few words; `inner` that the inner strategy does the work of the phase.
     */
    readonly phases?: readonly {
      readonly name: string
      readonly to: readonly string[]
      readonly when?: { readonly [to: string]: string }
      readonly inner?: boolean
    }[]
    build(options: Values<O> & WithPrompts<P>, inner: Strategy): Strategy
  }
  export function defineStrategy<
    const O extends Options = Record<never, never>,
    const P extends PromptTable = Record<never, never>,
  >(definition: Definition<O, P>): Definition<O, P>

  /** No clock, no chance, no `await`: ask with steps. */
  export type Strategy = (task: Task) => Routine<Outcome>
  export type Routine<T> = Generator<unknown, T, unknown>

  export type Options = { readonly [name: string]: Option<string | number | boolean> }
  export interface Option<T> {
    readonly type: string
    readonly default: T
    readonly description: string
  }
  export type Values<O extends Options> = { readonly [K in keyof O]: O[K]['default'] }
  export const option: {
    text(value: string, description: string): Option<string>
    number(
      value: number,
      description: string,
      limits?: { readonly min?: number; readonly max?: number; readonly whole?: boolean },
    ): Option<number>
    flag(value: boolean, description: string): Option<boolean>
    choice<const C extends readonly string[]>(value: C[number], choices: C, description: string): Option<C[number]>
  }

  /** A text for a model, with placeholders such as `{plan}`; `{{plan}}` is the plain text `{plan}`. */
  export interface Prompt<R extends string = string, T extends string = string> {
    readonly about: string
    readonly text: string
    readonly required: readonly R[]
    readonly optional: readonly T[]
  }
  export type PromptTable = { readonly [name: string]: Prompt }
  /** `about`: who gets it and when. `required` placeholders must stand in every text, `optional` ones may. */
  export function prompt(about: string, text: string): Prompt<never, never>
  export function prompt<const R extends string = never, const T extends string = never>(
    about: string,
    text: string,
    placeholders: { readonly required?: readonly R[]; readonly optional?: readonly T[] },
  ): Prompt<R, T>
  /** `prompts.name({ plan })` is the text with its values. */
  export type Prompts<P extends PromptTable> = {
    readonly [K in keyof P]: P[K] extends Prompt<infer R, infer T> ? FilledPrompt<R | T> : never
  }
  export type FilledPrompt<N extends string> = [N] extends [never]
    ? () => string
    : (values: { readonly [K in N]: string | number }) => string
  export type WithPrompts<P extends PromptTable> = [keyof P] extends [never]
    ? unknown
    : { readonly prompts: Prompts<P> }
  /** What `prompts.name(values)` does, for a text of your own. */
  export function fillPrompt(text: string, values: { readonly [name: string]: string | number }): string

  /** All that a strategy is given: plain data. */
  export interface Task {
    /** The user's message, and nothing else. */
    readonly goal: string
    /** What the model is told of itself and the project; the first message of every request. */
    readonly system: string
    /** The messages of earlier turns, oldest first. */
    readonly history: readonly Message[]
    /** Where to start: the user's message, or what a wrapper made of it and the history. No system message. */
    readonly messages: readonly Message[]
    /** The work tools the user lets through. */
    readonly tools: readonly ToolInfo[]
    readonly mode: 'plan' | 'act'
    readonly project?: string | undefined
    /** Context window in tokens of the model behind each role; `default` is there always. */
    readonly windows: { readonly [role: string]: number }
    /** 0 for the run the user started, one more for each delegation. */
    readonly depth: number
  }

  /** How a strategy ends; `outcomeOf` makes one. `messages`: what this turn adds to the conversation. */
  export interface Outcome {
    readonly status: 'completed' | 'failed'
    readonly text: string
    readonly messages: readonly Message[]
    readonly calls: readonly CallEntry[]
    readonly meta: JsonObject
    readonly failure: Failure | null
  }
  export interface CallEntry {
    readonly tool: string
    readonly ok: boolean
    readonly error: string | null
    /** ms */
    readonly durationMs: number
  }
  export interface Failure {
    readonly kind: FailureKind
    /** One sentence: what happened. */
    readonly message: string
    /** One sentence: what the user can do about it. */
    readonly advice: string
    readonly detail?: string | undefined
  }
  /** `strategy-gave-up` is the one for a strategy that can't go on. */
  export type FailureKind =
    | 'model-unreachable'
    | 'model-key-refused'
    | 'model-rate-limited'
    | 'model-overloaded'
    | 'model-rejected'
    | 'model-cut-off'
    | 'model-stalled'
    | 'model-malformed'
    | 'model-empty'
    | 'context-overflow'
    | 'tools-refused'
    | 'strategy-unknown'
    | 'options-invalid'
    | 'strategy-broke'
    | 'strategy-gave-up'
    | 'strategy-changed'
    | 'budget-spent'
    | 'aborted'
    | 'interrupted'
    | 'workspace-missing'
    | 'workspace-failed'
    | 'tool-failed'
    | 'agent-failed'
    | 'store-failed'
    | 'damaged'
    | 'not-found'
    | 'invalid-request'
    | 'busy'
    | 'internal'

  // ── Messages and tools ──────────────────────────────────────────────────────────────────────────────────────

  export type Message =
    | { readonly role: 'system'; readonly text: string }
    | { readonly role: 'user'; readonly text: string }
    | AssistantMessage
    | ToolMessage
  export interface AssistantMessage {
    readonly role: 'assistant'
    readonly text: string
    readonly reasoning: string
    readonly toolCalls: readonly ToolCall[]
  }
  export interface ToolMessage {
    readonly role: 'tool'
    readonly callId: string
    readonly tool: string
    readonly ok: boolean
    readonly text: string
  }
  /** `arguments` is the model's own JSON text; where `complete` is false it was cut off and must not be run. */
  export interface ToolCall {
    readonly id: string
    readonly tool: string
    readonly arguments: string
    readonly complete: boolean
  }
  /** `parameters` is a JSON Schema object. A tool of your own has the effect `own`. */
  export interface ToolInfo {
    readonly name: string
    readonly description: string
    readonly parameters: JsonObject
    readonly effect: 'read' | 'edit' | 'command' | 'ask' | 'own'
  }
  /** The app's tools and their arguments. A run may have fewer, and those of MCP servers: `task.tools` lists them. */
  export interface AppTools {
    readonly read_file: { readonly path: string; readonly offset?: number; readonly limit?: number }
    readonly list_directory: { readonly path?: string; readonly depth?: number }
    readonly find_files: { readonly glob: string; readonly path?: string; readonly limit?: number }
    readonly search_text: {
      readonly pattern: string
      readonly path?: string
      readonly glob?: string
      readonly context?: number
      readonly limit?: number
      readonly ignore_case?: boolean
      readonly literal?: boolean
    }
    readonly edit_file: {
      readonly path: string
      readonly old_text: string
      readonly new_text: string
      readonly replace_all?: boolean
    }
    readonly write_file: { readonly path: string; readonly content: string }
    readonly shell: { readonly command: string; readonly timeout_seconds?: number }
    readonly git: { readonly args: readonly string[] }
    readonly ask_user: { readonly question: string; readonly options?: readonly string[] }
  }
  /** A call of one of them, for `runTool` and `executeTools`. `id`: any that no other call of the run has. */
  export function toolCall<const N extends keyof AppTools>(id: string, tool: N, args: AppTools[N]): ToolCall
  export interface ToolResult {
    readonly callId: string
    readonly tool: string
    readonly ok: boolean
    /** For the model. */
    readonly text: string
    /** For the eye: one line. */
    readonly summary: string
    /** ms */
    readonly durationMs: number
    /** Facts, such as `{ exitCode: 1 }`. */
    readonly data: Json
  }
  /** What is not reported is null, which is not 0. */
  export interface AgentAnswer {
    /** What it said last. */
    readonly text: string
    readonly stopReason: string
    readonly session: string
    readonly usage: {
      readonly input: number | null
      readonly output: number | null
      readonly cost: { readonly amount: number; readonly currency: string } | null
    } | null
    readonly toolCalls: number
    /** Files that it was not allowed to change: they are as they were before. */
    readonly undone: readonly string[]
  }
  /** Globs relative to the project that calls may write, or must leave alone; enforced outside the strategy. */
  export interface ToolLimits {
    readonly writable: readonly string[] | null
    readonly readOnly: readonly string[]
  }
  export const noLimits: ToolLimits

  // ── Steps that act ──────────────────────────────────────────────────────────────────────────────────────────

  export interface ModelRequest {
    /** A name that the user maps to a model. */
    readonly role: string
    /** Exactly what the model sees, system message first. */
    readonly messages: readonly Message[]
    readonly tools?: readonly ToolInfo[]
    readonly toolChoice?: 'auto' | 'none' | { readonly tool: string }
    /** The text ends before the first of these. */
    readonly stop?: readonly string[]
    /** End the answer after so many complete tool calls; 0 is never. */
    readonly stopAfterCalls?: number
    readonly temperature?: number | null
  }
  export interface ModelReply {
    readonly message: AssistantMessage
    readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'stop-sequence'
    readonly usage: Usage
    readonly model: string
    /** `last-answer`: a limit is near; give the final answer now, with no tools. */
    readonly budget: 'within' | 'last-answer'
  }
  /** Tokens. */
  export interface Usage {
    readonly input: number
    readonly cachedInput: number
    readonly output: number
    readonly reasoning: number
    readonly estimated: boolean
  }
  export interface CheckResult {
    readonly exitCode: number | null
    readonly output: string
    readonly durationMs: number
    /** Where a pattern was given: the number that its last match names, by its first group where it has one. */
    readonly score?: number | null
    /** Why the pattern came to nothing, in a sentence, such as that it took too long. */
    readonly scoreProblem?: string
  }
  export interface ChangedFiles {
    readonly files: readonly { readonly path: string; readonly added: number; readonly removed: number }[]
    readonly patch: string
  }
  /** Ready answers, the first the safest: it is taken where no user can be asked. */
  export interface Question {
    readonly question: string
    readonly options: readonly string[]
    readonly freeText: boolean
    /** A plan to approve, drawn as a card: the first option refuses it, the second has it carried out as it is. */
    readonly plan?: readonly { readonly goal: string; readonly done: string }[] | undefined
  }

  export function callModel(request: ModelRequest): Routine<ModelReply>
  export function runTool(call: ToolCall, limits?: ToolLimits): Routine<ToolResult>
  /** The calls of an answer: one result each, in their order, each ok or failed. */
  export function executeTools(calls: readonly ToolCall[], limits?: ToolLimits): Routine<ToolResult[]>
  /** A call of a tool of your own: validate it yourself, and record it with this step. */
  export function recordOwnTool(call: ToolCall, result: ToolResult): Routine<ToolResult>
  export function askUser(question: Question): Routine<string>
  /** Keeps the workspace's files; answers the snapshot's id. */
  export function snapshot(label: string): Routine<string>
  export function restore(id: string): Routine<null>
  export function changes(before: string, after: string): Routine<ChangedFiles>
  /** Runs a command in the workspace, such as the tests. `pattern`: a regular expression for a number in what it prints. */
  export function check(command: string, pattern?: string): Routine<CheckResult>
  /** A number in [0, 1) from the run's seed. */
  export function random(purpose: string): Routine<number>
  /** ms since 1970. */
  export function readClock(purpose: string): Routine<number>
  /** A prompt to another agent, which works in the workspace with tools of its own until it ends its turn. */
  export function promptAgent(prompt: {
    /** Its name in Settings → Agents. */
    readonly agent: string
    readonly prompt: string
    /** What it is told first if its session is new, such as the conversation so far. */
    readonly before?: string
    /** `new`; `conversation`: its last one in this conversation; or the `session` of an answer. */
    readonly session?: string
    /** What to choose where the agent offers it, by category: `{ model: …, mode: … }`. */
    readonly choices?: { readonly [category: string]: string }
    /** Changes of other files are undone when it has ended. */
    readonly limits?: ToolLimits
  }): Routine<AgentAnswer>
  /** Messages the user queued since the last look, oldest first. */
  export function inbox(purpose: string): Routine<readonly string[]>
  /** Puts a fact on the timeline: a score, a decision. */
  export function note(title: string, data: JsonObject): Routine<null>

  // ── Steps that give shape ───────────────────────────────────────────────────────────────────────────────────

  type Returns<R extends readonly Routine<unknown>[]> = {
    -readonly [K in keyof R]: R[K] extends Routine<infer T> ? T : never
  }
  /**
   * Side by side: hand in routines without `yield*`. All end; then the first failure by position is thrown. `atOnce`: how
   * many run at a time, in their order (default: all).
   */
  export function all<const R extends readonly Routine<unknown>[]>(
    branches: R,
    how?: { readonly atOnce?: number },
  ): Routine<Returns<R>>
  /** A named stretch of the run. `index`: which time round, from 0; `title`: what the timeline shows. */
  export function phase<T>(name: string, body: Routine<T>, title?: string, index?: number): Routine<T>
  /** A phase in a copy of the workspace, filled from a snapshot. */
  export function inCopy<T>(
    where: {
      readonly from: string
      readonly dependencies: 'clone' | 'none'
      readonly name: string
      readonly title: string
      readonly index: number
    },
    body: Routine<T>,
  ): Routine<T>
  export interface StrategyChoice {
    readonly name: string
    readonly options: JsonObject
    readonly inner?: StrategyChoice | undefined
  }
  /** A child run. Its failure is in its outcome, not thrown. Give it a task of `depth + 1`. */
  export function delegate(strategy: StrategyChoice, task: Task): Routine<Outcome>

  // ── Tools of your own ───────────────────────────────────────────────────────────────────────────────────────

  /** One argument; the line tells the model what it is. */
  export interface Field<T> {
    readonly type: string
    readonly description: string
    /** Never set: it carries the type of the value. */
    readonly value?: T
  }
  export type Fields = { readonly [name: string]: Field<unknown> }
  export type FieldValues<F extends Fields> = {
    readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never
  }
  export const field: {
    /** `min`, `max`: characters. */
    text(description: string, limits?: { readonly min?: number; readonly max?: number }): Field<string>
    number(
      description: string,
      limits?: { readonly min?: number; readonly max?: number; readonly whole?: boolean },
    ): Field<number>
    flag(description: string): Field<boolean>
    choice<const C extends readonly string[]>(choices: C, description: string): Field<C[number]>
    /** `min`, `max`: entries. */
    list<T>(
      item: Field<T>,
      description: string,
      limits?: { readonly min?: number; readonly max?: number },
    ): Field<readonly T[]>
    group<const F extends Fields>(fields: F, description: string): Field<FieldValues<F>>
    /** May be left out; then it is this. */
    optional<T, const O extends Json>(of: Field<T>, otherwise: O): Field<T | O>
  }

  /** A tool that exists only in the steps that name it. Nothing runs but your handler: its arguments are validated. */
  export interface StrategyTool<T> {
    readonly info: ToolInfo
    /** The result is for the model: that the call was accepted, or what is wrong with it. */
    validate(call: ToolCall): Validation<T>
    /** @deprecated the name in version 1: write `validate` */
    judge(call: ToolCall): Validation<T>
  }
  export type Validation<T> =
    | { readonly ok: true; readonly value: T; readonly result: ToolResult }
    | { readonly ok: false; readonly result: ToolResult }
  export function strategyTool<const F extends Fields>(
    name: string,
    description: string,
    fields: F,
  ): StrategyTool<FieldValues<F>>
  /** A tool for `toolLoop`: the handler carries out each valid call, with any steps. An error in it ends the run. */
  export function strategyTool<const F extends Fields>(
    name: string,
    description: string,
    fields: F,
    handle: (values: FieldValues<F>) => Routine<HandlerAnswer>,
  ): HandledTool<FieldValues<F>>
  export interface HandledTool<T> extends StrategyTool<T> {
    handle(values: T): Routine<HandlerAnswer>
  }
  /** Such a tool, whatever its arguments are. */
  export interface ToolWithHandler {
    readonly info: ToolInfo
    handle(values: never): Routine<HandlerAnswer>
  }
  /** What the model is told: a text, or also whether it went well (default: true), a line for the eye, and facts. */
  export type HandlerAnswer =
    | string
    | { readonly ok?: boolean; readonly text: string; readonly summary?: string; readonly data?: Json }
  /** @deprecated the name in version 1: write `StrategyTool` */
  export type OwnTool<T> = StrategyTool<T>
  /** @deprecated the name in version 1: write `strategyTool` */
  export const ownTool: typeof strategyTool

  /** The result of asking a model for a call. `added`: the messages that followed. */
  export type Submission<T> = {
    readonly added: readonly Message[]
    readonly calls: readonly CallEntry[]
    /** A limit of the run is reached: no further model call should follow. */
    readonly outOfBudget: boolean
    /** @deprecated the name in version 1: write `outOfBudget` */
    readonly spent: boolean
  } & ({ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure })
  /**
   * Asks a model until it has called your tool with valid arguments. It is shown what is wrong with invalid ones, and is
   * reminded twice if it answers in prose; JSON in its text is read as well. With `tools` it may look around before it answers.
   */
  export function submission<T>(
    task: Task,
    how: {
      readonly role: string
      readonly tool: StrategyTool<T>
      /** Without the system message; the task's where they are left out. */
      readonly messages?: readonly Message[]
      /** None where they are left out. */
      readonly tools?: readonly ToolInfo[]
      readonly maxTurns?: number
    },
  ): Routine<Submission<T>>

  // ── Ready-made parts ────────────────────────────────────────────────────────────────────────────────────────

  /** Thrown into a routine if a step failed. */
  export class StepFailed extends Error {
    readonly failure: Failure
    constructor(failure: Failure)
  }

  /** How the tool loop ended. `added`: the messages that followed; `failure`: why it could not continue. */
  export interface LoopEnd {
    readonly text: string
    readonly added: readonly Message[]
    readonly calls: readonly CallEntry[]
    readonly rounds: number
    readonly ending: 'answered' | 'submitted' | 'last-answer' | 'failed'
    /** A limit of the run is reached: no further model call should follow. */
    readonly outOfBudget: boolean
    /** @deprecated the name in version 1: write `outOfBudget` */
    readonly spent: boolean
    readonly cutOff: boolean
    readonly failure: Failure | null
  }
  /** Calls the model, runs its tool calls and returns the results to it, until it answers. */
  export function toolLoop(
    task: Task,
    how: {
      readonly role: string
      /** Without the system message; the task's where they are left out. */
      readonly messages?: readonly Message[]
      readonly tools?: readonly ToolInfo[]
      /** Tools of your own, offered with the others; one of the same name as an app's tool stands in its place. */
      readonly strategyTools?: readonly ToolWithHandler[]
      /** After so many rounds the user is asked whether to continue. */
      readonly maxTurns?: number
    },
  ): Routine<LoopEnd>

  export interface Work {
    readonly text: string
    /** What followed the user's message. */
    readonly added: readonly Message[]
    readonly calls: readonly CallEntry[]
    readonly meta: JsonObject
  }
  /** An outcome: completed, or failed where a failure is given. Work done is kept either way. */
  export function outcomeOf(task: Task, work: Work, failure?: Failure | null): Outcome
  /** Whether no further model call should follow: a limit is reached, or the user said no. */
  export function isFinal(outcome: Outcome): boolean
  /** What an outcome's messages add after the user's. */
  export function addedBy(outcome: Outcome, task: Task): readonly Message[]
  export function userText(text: string): Message
  export function assistantText(text: string): Message
  /** The system message first, where there is any text for it. */
  export function withSystem(system: string, messages: readonly Message[]): readonly Message[]
  export function resultMessage(result: ToolResult): ToolMessage
  export function callEntry(result: ToolResult): CallEntry
  /** Every call id there once: servers send empty and repeated ids. */
  export function withDistinctIds(message: AssistantMessage): AssistantMessage

  /** The callback shape some authors prefer: each callback answers with the next move. */
  export interface Machine<S> {
    initialize(task: Task): Move<S>
    processChatCompletion(state: S, reply: ModelReply): Move<S>
    processToolResults(state: S, results: readonly ToolResult[]): Move<S>
    processDelegationResult?(state: S, outcome: Outcome): Move<S>
  }
  export type Move<S> =
    | { readonly next: 'model'; readonly state: S; readonly request: ModelRequest }
    | { readonly next: 'tools'; readonly state: S; readonly calls: readonly ToolCall[] }
    | { readonly next: 'delegate'; readonly state: S; readonly strategy: StrategyChoice; readonly task: Task }
    | { readonly next: 'done'; readonly outcome: Outcome }
  export function fromMachine<S>(machine: Machine<S>): Strategy
}

import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import type { AgentPrompt } from '../../../src-main/strategy/steps.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { Question } from '../../../src-shared/model/question.ts'
import type { Outcome, StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { Budget, Task } from '../../../src-shared/strategy/task.ts'
import { reply } from '../agent/agent-replies.ts'
import type { ModelScript } from '../model-server/scripted-model-server.ts'

/**
 * One case of a strategy, written once and executed twice: by `play`, and by the agent over HTTP, which is also
 * stopped and crashed in every phase.
 */
export interface FamilyCase {
  /** The behaviour that the case shows, as a sentence about the strategy. */
  readonly name: string
  readonly choice: StrategyChoice
  readonly answers: ModelScript
  readonly task?: Task
  readonly budget?: Partial<Budget>
  /** The initial text of the project's only file. */
  readonly start?: string
  /** The result of a call that neither reads nor writes. @param done the effects so far */
  readonly tool?: (call: ToolCall, done: readonly string[]) => { readonly text: string; readonly ok: boolean }
  /** Exit code and output of the check command, depending on the file's content. */
  readonly check?: (
    text: string,
    done: readonly string[],
  ) => { readonly exitCode: number | null; readonly output: string }
  /** What another agent does and says at a prompt; it agrees with everything if left out. */
  readonly agent?: (ask: AgentPrompt) => FamilyAgentTurn
  /** The user's answer; the first option if left out. */
  readonly user?: (question: Question) => string
  /** The case needs what only the agent and the client do (budgets, a second attempt), so `play` skips it. */
  readonly agentOnly?: true
  /** Parallel branches write to the log in no fixed order. */
  readonly parallel?: true
  readonly ends: {
    readonly status: Outcome['status']
    readonly text?: string
    readonly failure?: string
    /** Names of the phases, in their order. */
    readonly phases: readonly string[]
    /** Number of model requests. */
    readonly requests: number
    /** The effects, as `tool content`, in order. */
    readonly done?: readonly string[]
    /** The text of the project's file at the end. */
    readonly file?: string
    readonly meta?: { readonly [name: string]: unknown }
  }
}

export interface FamilyAgentTurn {
  readonly text: string
  readonly writes?: readonly { readonly path: string; readonly content: string }[]
}

/** The answers of one conversation in order: the number of answers in the request selects the next. */
export const inOrder =
  (...answers: readonly ReturnType<typeof reply>[]): ModelScript =>
  (request) =>
    answers[request.messages.filter(({ role }) => role === 'assistant').length] ??
    reply('There is nothing more to say.')

/** A separate script for each role. */
export const byRole =
  (scripts: { readonly [role: string]: ModelScript }): ModelScript =>
  (request) =>
    scripts[request.role]?.(request) ?? reply(`Nobody is ${request.role} here.`)

export const includesText = (request: Parameters<ModelScript>[0], words: string): boolean =>
  request.messages.some(({ text }) => text.includes(words))

/** Every role uses the same endpoint, with the role as the model's name. */
export const rolesByName = Object.fromEntries(
  ['default', ...strategyInfos().flatMap(({ roles }) => roles.map(({ name }) => name))].map((role) => [
    role,
    { profileId: 'p1', profileName: role, model: role },
  ]),
)

import { z } from 'zod'
import { type Json, json } from '../../base/json.ts'
import { message } from '../../model/message.ts'
import { type ToolLimits, toolLimits } from '../../model/tool.ts'
import { editedAnswer } from '../fork.ts'
import { type OtherStep, type PlannedStep, plannedStep } from '../leaf-starts.ts'
import { breakpoint } from './breakpoint.ts'

/** A pause before a step: what is shown, and what the user decides. */

export const pauseReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('breakpoint'), at: breakpoint }),
  /** Step, or step over. */
  z.object({ kind: z.literal('step') }),
  /** Run to here. */
  z.object({ kind: z.literal('run-to'), at: breakpoint }),
  /** The user pressed Pause. */
  z.object({ kind: z.literal('user') }),
])
export type PauseReason = z.infer<typeof pauseReason>

/** Where the strategy of a user's own asked for the step. `line` counts from 1. */
export const sourceLine = z.object({ file: z.string(), line: z.number(), text: z.string() })
export type SourceLine = z.infer<typeof sourceLine>

/** The line; why it is not known, as a sentence; or null for the app's own strategies. */
export type SourceOfStep = SourceLine | { readonly unknown: string } | null

/** How the run continues after a pause. */
export const pauseAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('continue') }),
  z.object({ kind: z.literal('step') }),
  /** To the first step after the phase or child run at this path; left out: after the innermost one. */
  z.object({ kind: z.literal('step-over'), group: z.string().max(1000).optional() }),
  z.object({ kind: z.literal('run-to'), at: breakpoint }),
])
export type PauseAction = z.infer<typeof pauseAction>

const text = z.string().max(4_000_000)

/** A model request as a person edits it. `tools`: names, among those that the strategy offered. */
export const editedRequest = z.strictObject({
  role: z.string().min(1).max(100),
  messages: z.array(message).min(1),
  tools: z.array(z.string()),
  toolChoice: z.union([z.enum(['auto', 'none']), z.strictObject({ tool: z.string() })]),
  stop: z.array(z.string()),
  stopAfterCalls: z.number().int().min(0),
  temperature: z.number().min(0).max(2).nullable(),
})
export type EditedRequest = z.infer<typeof editedRequest>

const smallEdits = [
  /** `arguments`: JSON text. */
  z.object({ kind: z.literal('call'), arguments: text, limits: toolLimits }),
  /** What another step asks, such as the command of a check. */
  z.object({ kind: z.literal('ask'), ask: json }),
  /** The step is not performed: this is its answer. */
  z.object({ kind: z.literal('answer'), answer: editedAnswer }),
] as const

/** What the user changes in a step before it is performed. */
export const pauseEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), request: editedRequest }),
  ...smallEdits,
])
export type PauseEdit = z.infer<typeof pauseEdit>

/** The same in the log, a request as a body. */
export const loggedEdit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    ref: z.string(),
    /** The request as the strategy asked for it, in the same form; older logs have none. */
    was: z.string().optional(),
  }),
  ...smallEdits,
])
export type LoggedEdit = z.infer<typeof loggedEdit>

export const pauseAnswer = z.object({ action: pauseAction, edit: pauseEdit.nullable() })
export type PauseAnswer = z.infer<typeof pauseAnswer>

/** A step that waits, as it can be edited; `fixed`: nothing in it can be. */
export type PausedContent =
  | { readonly kind: 'request'; readonly request: EditedRequest; readonly offered: readonly string[] }
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: string; readonly limits: ToolLimits }
  | { readonly kind: 'ask'; readonly step: 'check' | 'ask-user'; readonly ask: Json }
  | { readonly kind: 'fixed'; readonly step: OtherStep | 'own-tool' }

/** A step that waits for the user's decision. */
export interface PausedStep {
  readonly reason: PauseReason
  readonly step: PlannedStep
  readonly content: PausedContent
  readonly source: SourceOfStep
  /** The phases and child runs that it is in, outermost first. */
  readonly around: readonly { readonly path: string; readonly name: string }[]
  /** Why the step can’t be performed with this edit, as a sentence; null: it can. */
  problemWith(edit: PauseEdit): Promise<string | null>
}

export const pauseAsked = z.object({
  type: z.literal('pause-ask'),
  path: z.string(),
  print: z.string(),
  reason: pauseReason,
  step: plannedStep,
  /** Of a tool call. */
  limits: toolLimits.optional(),
  source: sourceLine.optional(),
  /** Why the line of the user's strategy is not known. */
  noSource: z.string().optional(),
})
export const pauseAnswered = z.object({
  type: z.literal('pause-answer'),
  path: z.string(),
  action: pauseAction,
  edit: loggedEdit.nullable(),
  /** ms. */
  waitedMs: z.number(),
})

import { z } from 'zod'
import { providerData } from './provider-data.ts'
import type { ToolInfo } from './tool.ts'

/**
 * A tool call as the model wrote it. `arguments` is the model's own JSON text, so that a request can be
 * rebuilt byte for byte; `complete` is false if the stream ended inside it: such a call is never run.
 */
export const toolCall = z.object({
  id: z.string(),
  tool: z.string(),
  arguments: z.string(),
  complete: z.boolean(),
})
export type ToolCall = z.infer<typeof toolCall>

export const systemMessage = z.object({ role: z.literal('system'), text: z.string() })
export const userMessage = z.object({ role: z.literal('user'), text: z.string() })
export const assistantMessage = z.object({
  role: z.literal('assistant'),
  text: z.string(),
  /** The model's thinking, if the endpoint sends it; shown to the user, and sent back only as `carried` says. */
  reasoning: z.string(),
  toolCalls: z.array(toolCall).readonly(),
  carried: providerData.optional(),
})
export const toolMessage = z.object({
  role: z.literal('tool'),
  callId: z.string(),
  tool: z.string(),
  ok: z.boolean(),
  text: z.string(),
})

export const message = z.discriminatedUnion('role', [systemMessage, userMessage, assistantMessage, toolMessage])
export type Message = z.infer<typeof message>
export type AssistantMessage = z.infer<typeof assistantMessage>
export type ToolMessage = z.infer<typeof toolMessage>

/** Tokens of one model call, as the server reported them; `estimated` where it reported none. */
export const usage = z.object({
  input: z.number(),
  cachedInput: z.number(),
  /** Part of the input that was written to the provider's cache, if the provider reports it. */
  cacheWrite: z.number().optional(),
  output: z.number(),
  reasoning: z.number(),
  estimated: z.boolean(),
})
export type Usage = z.infer<typeof usage>

export const finishReasons = ['stop', 'tool-calls', 'length', 'content-filter', 'stop-sequence'] as const
export type FinishReason = (typeof finishReasons)[number]

/** What a strategy gets back from `callModel`. */
export const modelReply = z.object({
  message: assistantMessage,
  finish: z.enum(finishReasons),
  usage,
  /** The model that answered, in the server's words. */
  model: z.string(),
  /** `last-answer`: a soft limit is reached; give the final answer now, with no tools. */
  budget: z.enum(['within', 'last-answer']),
})
export type ModelReply = z.infer<typeof modelReply>

/** One request to a model, before the profile's own parameters are added. */
/** A request to a model from inside a tool call. */
export interface InnerModelRequest extends Pick<ModelRequest, 'messages' | 'temperature' | 'stop' | 'maxOutputTokens'> {
  /** Which of the run's models fits. */
  readonly prefers: {
    /** Parts of models' names, the most wanted first. */
    readonly hints: readonly string[]
    /** Low cost or speed matters more than intelligence. */
    readonly isSmall: boolean
  }
}

export interface ModelRequest {
  /** Which model answers: a name the user maps to a profile. */
  readonly role: string
  /** Exactly what the model sees, system message first. */
  readonly messages: readonly Message[]
  readonly tools: readonly ToolInfo[]
  /** Forces a call of this tool, or of none. */
  readonly toolChoice: 'auto' | 'none' | { readonly tool: string }
  /** The text ends before the first of these. */
  readonly stop: readonly string[]
  /** End the stream after this many complete tool calls; 0 is never. */
  readonly stopAfterCalls: number
  /** Sent only where set; the profile's own value comes second. */
  readonly temperature: number | null
  /** Tokens; left out: as the profile says. The lower of both is sent. */
  readonly maxOutputTokens?: number
}

import { z } from 'zod'
import { json } from '../base/json.ts'

/** The APIs of model servers: OpenAI's Chat Completions and Responses, Anthropic's Messages. */
export const modelApis = ['chat-completions', 'responses', 'messages'] as const
export type ModelApi = (typeof modelApis)[number]

/**
 * One piece of an answer, in the order in which the server sent them. Text, reasoning and calls are the message's own,
 * and named here by length or position, so that nothing is stored twice; `extra` are the fields that belong to the
 * piece.
 */
const carriedPart = z.union([
  z.object({ text: z.number().int(), extra: json.optional() }),
  z.object({ reasoning: z.number().int(), extra: json.optional() }),
  z.object({ call: z.number().int(), extra: json.optional() }),
  z.object({ raw: json }),
])
export type ProviderPart = z.infer<typeof carriedPart>

/**
 * What only the API that wrote a message understands and wants back unchanged: signed thinking, encrypted reasoning,
 * signatures of calls. It is sent to the same API, profile and model only; all others get the message without it.
 */
export const providerData = z.object({
  api: z.enum(modelApis),
  profileId: z.string(),
  model: z.string(),
  parts: z.array(carriedPart).readonly(),
})
export type ProviderData = z.infer<typeof providerData>

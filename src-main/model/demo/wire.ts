import { z } from 'zod'

/**
 * The part of a Chat Completions request that the demo model reads (OpenAI API reference, "Create chat completion").
 */
const wireCall = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
const content = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() })), z.null()])
  .optional()
  .transform((value) => {
    if (typeof value === 'string') return value
    return (value ?? []).map((part) => part.text ?? '').join('')
  })

export const wireMessage = z.object({
  role: z.string(),
  content,
  tool_calls: z.array(wireCall).optional(),
  tool_call_id: z.string().optional(),
})
export type WireMessage = z.infer<typeof wireMessage>

export const demoRequest = z.object({
  model: z.string(),
  messages: z.array(wireMessage),
  tools: z
    .array(
      z.object({ function: z.object({ name: z.string(), parameters: z.record(z.string(), z.unknown()).optional() }) }),
    )
    .default([]),
  tool_choice: z.union([z.string(), z.object({ function: z.object({ name: z.string() }) })]).default('auto'),
  stop: z.union([z.string(), z.array(z.string()), z.null()]).optional(),
  stream: z.boolean().default(false),
})
export type DemoRequest = z.infer<typeof demoRequest>

/** An answer of the demo model: text, then calls. */
export interface DemoAnswer {
  readonly text: string
  readonly calls: readonly DemoCall[]
}
export interface DemoCall {
  readonly tool: string
  readonly arguments: { readonly [name: string]: unknown }
}

export const says = (text: string): DemoAnswer => ({ text, calls: [] })
export const calls = (text: string, ...made: DemoCall[]): DemoAnswer => ({ text, calls: made })

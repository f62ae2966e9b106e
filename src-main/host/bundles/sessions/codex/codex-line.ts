import { z } from 'zod'
import { amount, anything, text } from '../lenient.ts'

export const tokens = z.object({
  input_tokens: amount,
  cached_input_tokens: amount,
  output_tokens: amount,
  reasoning_output_tokens: amount,
})

/** What a line of a rollout holds; fields that a kind does not have are missing. */
export const codexItem = z.object({
  type: text,
  id: text,
  role: text,
  content: anything,
  name: text,
  arguments: text,
  input: text,
  call_id: text,
  output: anything,
  action: anything,
  summary: anything,
  message: text,
  reason: text,
  cwd: text,
  model: text,
  model_provider: text,
  info: z
    .object({ last_token_usage: tokens.optional(), total_token_usage: tokens.optional() })
    .optional()
    .catch(undefined),
})
export type CodexItem = z.infer<typeof codexItem>

/** Before September 2025 a line was the item itself. */
export const codexLine = z.object({
  timestamp: text,
  type: text,
  record_type: text,
  payload: codexItem.optional().catch(undefined),
})

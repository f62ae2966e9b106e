import { z } from 'zod'
import { amount, anything, dollars, flag, text } from '../lenient.ts'

const usage = z.object({
  input_tokens: amount,
  output_tokens: amount,
  cache_read_input_tokens: amount,
  cache_creation_input_tokens: amount,
})

const message = z.object({
  id: text,
  model: text,
  content: anything,
  usage: usage.optional().catch(undefined),
})

/** What Claude Code adds to a conversation; of what the user typed while it worked, the text. */
const attachment = z.object({ type: text, commandMode: text, prompt: anything })

/** One line of a session; what a later version adds is ignored. */
export const claudeLine = z.object({
  type: z.string(),
  subtype: text,
  uuid: text,
  parentUuid: text,
  sessionId: text,
  agentId: text,
  timestamp: text,
  cwd: text,
  isSidechain: flag,
  isMeta: flag,
  isCompactSummary: flag,
  isApiErrorMessage: flag,
  summary: text,
  customTitle: text,
  aiTitle: text,
  costUSD: dollars,
  message: message.optional().catch(undefined),
  toolUseResult: anything,
  attachment: attachment.optional().catch(undefined),
})
export type ClaudeLine = z.infer<typeof claudeLine>

import { z } from 'zod'
import { anything, flag, text } from './lenient.ts'

/** A part of a message in the form of the Messages API, as several tools keep them. */
export const messageBlock = z.object({
  type: text,
  text,
  thinking: text,
  id: text,
  name: text,
  input: anything,
  tool_use_id: text,
  is_error: flag,
  content: anything,
})

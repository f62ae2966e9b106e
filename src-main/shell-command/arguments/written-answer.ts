import { z } from 'zod'
import type { EditedAnswer } from '../../../src-shared/run/fork.ts'

const call = z.strictObject({
  tool: z.string().min(1).max(200),
  arguments: z.union([z.string(), z.record(z.string(), z.json()).transform((given) => JSON.stringify(given))]),
})
const withCalls = z.strictObject({ text: z.string().default(''), calls: z.array(call).max(100).default([]) })

/** How an answer with tool calls is written. */
export const answerForm = '{"text": "…", "calls": [{"tool": "…", "arguments": {…}}]}'

/**
 * A model's answer as a person writes it: a text, or JSON with `text` or `calls`.
 * @returns null if it begins as such JSON and is none: it was not meant as a text
 */
export function readWritten(answer: string): EditedAnswer | null {
  if (!/^\s*\{\s*"(?:text|calls)"\s*:/.test(answer)) return { text: answer, calls: [] }
  try {
    return withCalls.parse(JSON.parse(answer))
  } catch {
    return null
  }
}

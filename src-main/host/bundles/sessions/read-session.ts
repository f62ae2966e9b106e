import { z } from 'zod'
import { opencodeData } from './opencode-parts.ts'
import { readClaudeCode } from './read-claude-code.ts'
import { readCodex } from './read-codex.ts'
import { readOpencode } from './read-opencode.ts'
import type { Session } from './session.ts'
import { lineValue, sessionLines } from './session-lines.ts'

/** Lines that are looked at to see which tool wrote a file. */
const headLines = 50

const ofCodex = z.union([
  z.object({
    type: z.enum(['session_meta', 'response_item', 'event_msg', 'turn_context']),
    payload: z.looseObject({}),
  }),
  z.object({
    id: z.string(),
    timestamp: z.string(),
    instructions: z.string().nullish(),
    type: z.undefined().optional(),
  }),
  z.object({ record_type: z.string() }),
])
const ofClaudeCode = z.union([
  z.object({ type: z.enum(['user', 'assistant']), message: z.looseObject({}), uuid: z.string() }),
  z.object({ type: z.literal('summary'), summary: z.string() }),
  z.object({ type: z.enum(['file-history-snapshot', 'queue-operation', 'system', 'custom-title', 'ai-title']) }),
])

/** The session that a file holds, or null if it is no session of another tool. Reads nothing but these bytes. */
export function readSession(pieces: readonly Buffer[]): Session | null {
  if (!startsLikeJson(pieces)) return null
  let count = 0
  for (const line of sessionLines(pieces)) {
    const value = lineValue(line)
    if (ofCodex.safeParse(value).success) return readCodex(sessionLines(pieces))
    if (ofClaudeCode.safeParse(value).success) return readClaudeCode(sessionLines(pieces))
    if (++count >= headLines) break
  }
  const data = opencodeData(lineValue(Buffer.concat(pieces).toString('utf8')))
  return data === null ? null : readOpencode(data, new Map())
}

/** Only spaces before a brace: a bundle is compressed. */
function startsLikeJson(pieces: readonly Buffer[]): boolean {
  const [first = Buffer.alloc(0)] = pieces
  return /^\s*\{/.test(first.subarray(0, 100).toString('utf8'))
}

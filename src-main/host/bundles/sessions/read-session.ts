import { z } from 'zod'
import { readClaudeCode } from './claude-code/read-claude-code.ts'
import { readCodex } from './codex/read-codex.ts'
import { opencodeData } from './opencode-parts.ts'
import { isAtif, readAtif } from './others/read-atif.ts'
import { isCline, readCline } from './others/read-cline.ts'
import { isClineUi, readClineUi } from './others/read-cline-ui.ts'
import { isGemini, readGemini } from './others/read-gemini.ts'
import { isPi, readPi } from './others/read-pi.ts'
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
    instructions: z.string().nullable(),
    type: z.undefined().optional(),
  }),
  z.object({ record_type: z.literal('state') }),
])
const ofClaudeCode = z.union([
  z.object({
    type: z.enum(['user', 'assistant']),
    // Qwen Code has the same lines with `parts`.
    message: z.looseObject({ content: z.union([z.string(), z.array(z.unknown())]) }),
    uuid: z.string(),
  }),
  z.object({ type: z.literal('summary'), summary: z.string() }),
  z.object({ type: z.literal('system'), uuid: z.string(), sessionId: z.string() }),
  z.object({ type: z.enum(['file-history-snapshot', 'queue-operation', 'custom-title', 'ai-title']) }),
])

/** The session that a file holds, or null if it is no session of another tool. Reads nothing but these bytes. */
export function readSession(pieces: readonly Buffer[]): Session | null {
  if (!startsLikeJson(pieces)) return null
  let count = 0
  for (const line of sessionLines(pieces)) {
    const value = lineValue(line)
    if (ofCodex.safeParse(value).success) return readCodex(sessionLines(pieces))
    if (ofClaudeCode.safeParse(value).success) return readClaudeCode(sessionLines(pieces))
    if (isPi(value)) return readPi(valuesOf(pieces))
    if (isGemini(value)) return readGemini(valuesOf(pieces))
    if (++count >= headLines) break
  }
  return readWhole(lineValue(Buffer.concat(pieces).toString('utf8')))
}

/** Of a file that is one value. */
function readWhole(value: unknown): Session | null {
  if (isAtif(value)) return readAtif(value)
  if (isGemini(value)) return readGemini([value])
  if (isCline(value) && Array.isArray(value)) return readCline(value)
  if (isClineUi(value) && Array.isArray(value)) return readClineUi(value)
  const data = opencodeData(value)
  return data === null ? null : readOpencode(data, new Map())
}

function* valuesOf(pieces: readonly Buffer[]): Generator<unknown> {
  for (const line of sessionLines(pieces)) yield lineValue(line)
}

/** Only spaces before a brace or a bracket: a bundle is compressed. */
function startsLikeJson(pieces: readonly Buffer[]): boolean {
  const [first = Buffer.alloc(0)] = pieces
  return /^\s*[{[]/.test(first.subarray(0, 100).toString('utf8'))
}

import { z } from 'zod'
import { amount, anything, dollars, flag, text } from './lenient.ts'

const tokens = z.object({
  input: amount,
  output: amount,
  reasoning: amount,
  cache: z.object({ read: amount, write: amount }).catch({ read: 0, write: 0 }).default({ read: 0, write: 0 }),
})
export type OpencodeTokens = z.infer<typeof tokens>
const span = z.object({ start: anything, end: anything }).optional().catch(undefined)

export const opencodeSession = z.object({
  id: text,
  title: text,
  directory: text,
  parentID: text,
  time: z.object({ created: anything, updated: anything }).optional().catch(undefined),
})
export type OpencodeSession = z.infer<typeof opencodeSession>

export const opencodeMessage = z.object({
  id: z.string(),
  sessionID: text,
  role: text,
  parentID: text,
  modelID: text,
  providerID: text,
  cost: dollars,
  tokens: tokens.optional().catch(undefined),
  time: z.object({ created: anything, completed: anything }).optional().catch(undefined),
  error: z
    .object({ name: text, data: z.object({ message: text }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
export type OpencodeMessage = z.infer<typeof opencodeMessage>

export const opencodePart = z.object({
  id: text,
  messageID: text,
  type: text,
  text,
  synthetic: flag,
  filename: text,
  callID: text,
  tool: text,
  cost: dollars,
  tokens: tokens.optional().catch(undefined),
  time: span,
  state: z
    .object({ status: text, input: anything, output: text, error: text, metadata: anything, time: span })
    .optional()
    .catch(undefined),
})
export type OpencodePart = z.infer<typeof opencodePart>

/** A message with its parts, as `opencode export` writes it and as its files hold it. */
export interface OpencodeEntry {
  readonly info: OpencodeMessage
  readonly parts: readonly OpencodePart[]
}

/** A session as one value: the form of `opencode export`. Messages and parts that can't be read are left out. */
export interface OpencodeData {
  readonly info: OpencodeSession
  readonly entries: readonly OpencodeEntry[]
  readonly leftOut: number
}

const exported = z.object({ info: opencodeSession, messages: z.array(z.unknown()) })
const entry = z.object({ info: opencodeMessage, parts: z.array(z.unknown()).catch([]).default([]) })

/** Null for what is no session of opencode. */
export function opencodeData(value: unknown): OpencodeData | null {
  const whole = exported.safeParse(value).data
  if (whole === undefined) return null
  let leftOut = 0
  const partIn = (value: unknown): OpencodePart[] => {
    const read = opencodePart.safeParse(value).data
    if (read === undefined) leftOut += 1
    return read === undefined ? [] : [read]
  }
  const entries = whole.messages.flatMap((each): OpencodeEntry[] => {
    const read = entry.safeParse(each).data
    if (read === undefined) leftOut += 1
    return read === undefined ? [] : [{ info: read.info, parts: read.parts.flatMap((part) => partIn(part)) }]
  })
  // Other tools have an `info` and messages, too.
  return entries.length === 0 && whole.messages.length > 0 ? null : { info: whole.info, entries, leftOut }
}

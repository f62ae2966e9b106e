import { z } from 'zod'
import { amount, anything, contentText, jsonText, text } from '../lenient.ts'
import { addCall, callWithoutResult, joined, lineTimes, noUsage, type OpenLane, openModel } from '../open-lane.ts'
import type { Session } from '../session.ts'
import { createTurns } from './one-after-another.ts'

const tokens = z.object({ input: amount, output: amount, cached: amount, thoughts: amount })
const call = z.object({
  id: text,
  name: text,
  args: anything,
  result: anything,
  status: text,
  resultDisplay: anything,
  timestamp: text,
})
const message = z.object({
  id: text,
  timestamp: text,
  type: text,
  content: anything,
  model: text,
  thoughts: z
    .array(z.object({ subject: text, description: text }))
    .optional()
    .catch(undefined),
  tokens: tokens.nullish().catch(undefined),
  toolCalls: z.array(call).optional().catch(undefined),
})
type Message = z.infer<typeof message>

const head = z.object({ sessionId: z.string(), projectHash: text, messages: z.array(z.unknown()).optional() })
/** One chat as a whole: `~/.gemini/tmp/PROJECT/chats/session-*.json`. */
const chat = z.object({
  sessionId: z.string(),
  messages: z
    .array(z.unknown())
    .refine((all) => all.some((each) => /^(?:user|gemini)$/.test(message.safeParse(each).data?.type ?? ''))),
})
/** A change of what came before, in the form with a line for each message. */
const change = z.object({ $rewindTo: z.string().optional(), $set: z.looseObject({}).optional() })

/** Whether a line, or a file, is of Gemini CLI. */
export const isGemini = (value: unknown): boolean =>
  chat.safeParse(value).success || head.safeParse(value).data?.projectHash !== undefined

/**
 * A session of Gemini CLI, as one object or, since 2026, as lines: its head, messages of which a later one with the same
 * `id` replaces the earlier, and changes (`$rewindTo`, `$set`).
 * Source: github.com/google-gemini/gemini-cli, packages/core/src/services/chatRecordingService.ts
 */
export function readGemini(values: Iterable<unknown>): Session {
  const messages = new Map<string, Message>()
  let id: string | null = null
  let leftOut = 0
  const add = (value: unknown) => {
    const read = message.safeParse(value).data
    if (read?.type === undefined) leftOut += 1
    else messages.set(read.id ?? `at ${messages.size}`, read)
  }
  for (const value of values) {
    const begun = head.safeParse(value).data
    const { $rewindTo: rewindTo, $set: set } = change.safeParse(value).data ?? {}
    if (begun !== undefined) {
      id ??= begun.sessionId
      for (const each of begun.messages ?? []) add(each)
    } else if (rewindTo !== undefined) rewind(messages, rewindTo)
    else if (set === undefined) add(value)
  }
  const timeAt = lineTimes()
  const turns = createTurns()
  for (const each of messages.values()) take(turns, each, timeAt(each.timestamp))
  return turns.session('gemini-cli', { id, folder: null, leftOut })
}

/** What follows a message was taken back, with it. */
function rewind(messages: Map<string, Message>, id: string): void {
  let isAfter = false
  for (const key of [...messages.keys()]) {
    isAfter ||= key === id
    if (isAfter) messages.delete(key)
  }
}

function take(turns: ReturnType<typeof createTurns>, each: Message, at: number): void {
  const said = contentText(each.content)
  if (each.type === 'user') {
    if (said.trim() !== '') turns.ask(said, at)
    return
  }
  const lane = turns.lane()
  if (lane === undefined) return
  if (each.type === 'gemini') takeAnswer(lane, each, said, at)
  else if (said !== '') lane.steps.push({ kind: 'notice', at, text: said })
  lane.lastAt = Math.max(lane.lastAt, at)
}

function takeAnswer(
  lane: OpenLane,
  { model = 'unknown', thoughts, tokens, toolCalls }: Message,
  said: string,
  at: number,
): void {
  const step = openModel(lane, at, 'Google Gemini', model)
  step.text = said
  for (const { subject, description } of thoughts ?? [])
    step.reasoning = joined(step.reasoning, [subject, description].filter((each) => each !== undefined).join('\n'))
  if (tokens != null) {
    // Thoughts are not part of its output.
    const output = tokens.output + tokens.thoughts
    step.usage = {
      ...noUsage,
      input: tokens.input,
      cachedInput: tokens.cached,
      output,
      reasoning: tokens.thoughts,
      estimated: false,
    }
  }
  const calls = (toolCalls ?? []).map((each, index) => ({ ...each, id: each.id ?? `call ${index}` }))
  for (const each of calls)
    addCall(lane, step, { id: each.id, tool: each.name ?? 'unknown', arguments: jsonText(each.args) }, at)
  for (const each of calls) {
    const open = callWithoutResult(lane, each.id)
    if (open === null || each.status === undefined) continue
    open.result = { at, ok: each.status === 'success', text: resultText(each.result, each.resultDisplay), body: null }
  }
}

const response = z.object({ functionResponse: z.object({ response: z.looseObject({ output: text, error: text }) }) })

/** A result is a list of parts, of which those for the model hold its text. */
function resultText(result: unknown, shown: unknown): string {
  const parts = Array.isArray(result) ? result : [result]
  const texts = parts.flatMap((part) => {
    const read = response.safeParse(part).data?.functionResponse.response
    if (read === undefined) return contentText([part])
    return read.output ?? read.error ?? jsonText(read)
  })
  return texts.join('\n') || (typeof shown === 'string' ? shown : '')
}

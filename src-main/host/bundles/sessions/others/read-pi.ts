import { z } from 'zod'
import { amount, anything, contentText, dollars, flag, jsonText, text } from '../lenient.ts'
import { addCall, callWithoutResult, joined, lineTimes, noUsage, type OpenLane, openModel } from '../open-lane.ts'
import type { Session } from '../session.ts'
import { createTurns } from './one-after-another.ts'

const usage = z.object({
  input: amount,
  output: amount,
  cacheRead: amount,
  cacheWrite: amount,
  cost: z.object({ total: dollars }).optional().catch(undefined),
})
const message = z.object({
  role: text,
  content: anything,
  provider: text,
  model: text,
  usage: usage.optional().catch(undefined),
  stopReason: text,
  errorMessage: text,
  toolCallId: text,
  isError: flag,
  command: text,
  output: text,
  exitCode: z.number().optional().catch(undefined),
})
type Message = z.infer<typeof message>
const entry = z.object({
  type: text,
  id: text,
  parentId: text,
  timestamp: text,
  cwd: text,
  name: text,
  message: message.optional().catch(undefined),
})
const block = z.object({ type: text, text, thinking: text, id: text, name: text, arguments: anything })

const first = z.object({ type: z.literal('session'), id: z.string(), timestamp: z.string(), cwd: z.string() })
export const isPi = (value: unknown): boolean => first.safeParse(value).success

/**
 * A session of pi: `~/.pi/agent/sessions/PROJECT/*.jsonl`. Its entries are a tree by `parentId`; in version 1 one follows
 * the other.
 * Source: github.com/badlogic/pi-mono, packages/coding-agent/docs/session.md
 */
export function readPi(values: Iterable<unknown>): Session {
  const turns = createTurns()
  const turnOf = new Map<string, number>()
  const timeAt = lineTimes()
  let id: string | null = null
  let folder: string | null = null
  let title: string | undefined
  let leftOut = 0
  for (const value of values) {
    const read = entry.safeParse(value).data
    if (read?.type === undefined) {
      leftOut += 1
      continue
    }
    const at = timeAt(read.timestamp)
    if (read.type === 'session') {
      id ??= read.id ?? null
      folder ??= read.cwd ?? null
      continue
    }
    if (read.type === 'session_info') title = read.name ?? title
    const before = turnOf.get(read.parentId ?? '') ?? (turns.turns.length === 0 ? null : turns.turns.length - 1)
    const asked = read.message?.role === 'user' ? contentText(read.message.content) : ''
    if (asked.trim() !== '') turns.ask(asked, at, before)
    const index = asked.trim() !== '' ? turns.turns.length - 1 : before
    if (read.id !== undefined && index !== null) turnOf.set(read.id, index)
    const turn = index === null ? undefined : turns.turns[index]
    if (turn === undefined || asked.trim() !== '') continue
    if (read.type === 'compaction' || read.type === 'branch_summary')
      turn.lane.steps.push({ kind: 'notice', at, text: 'The conversation was summarized here.' })
    if (read.message !== undefined) takeMessage(turn.lane, read.message, at)
    if (read.message?.stopReason === 'aborted') turn.end = { kind: 'aborted' }
    turn.lane.lastAt = Math.max(turn.lane.lastAt, at)
  }
  return turns.session('pi', { id, folder, leftOut, ...(title !== undefined && { title }) })
}

function takeMessage(lane: OpenLane, read: Message, at: number): void {
  if (read.role === 'assistant') takeAnswer(lane, read, at)
  else if (read.role === 'toolResult') {
    const step = callWithoutResult(lane, read.toolCallId ?? '')
    if (step !== null) step.result = { at, ok: read.isError !== true, text: contentText(read.content), body: null }
  } else if (read.role === 'bashExecution')
    lane.steps.push({ kind: 'notice', at, text: `The user ran ${read.command ?? 'a command'}.` })
}

function takeAnswer(lane: OpenLane, read: Message, at: number): void {
  const step = openModel(lane, at, read.provider ?? 'unknown', read.model ?? 'unknown')
  if (read.stopReason === 'error') step.failure = read.errorMessage ?? 'The request failed.'
  if (read.usage !== undefined) {
    const { input, cacheRead: cachedInput, cacheWrite, output, cost } = read.usage
    // Tokens of the cache are not part of `input`.
    step.usage = {
      ...noUsage,
      input: input + cachedInput + cacheWrite,
      cachedInput,
      cacheWrite,
      output,
      estimated: false,
    }
    step.cost = cost?.total ?? null
  }
  for (const each of Array.isArray(read.content) ? read.content : []) {
    const part = block.safeParse(each).data
    if (part?.type === 'text') step.text = joined(step.text, part.text ?? '')
    if (part?.type === 'thinking') step.reasoning = joined(step.reasoning, part.thinking ?? '')
    if (part?.type === 'toolCall')
      addCall(lane, step, { id: part.id ?? '', tool: part.name ?? 'unknown', arguments: jsonText(part.arguments) }, at)
  }
}

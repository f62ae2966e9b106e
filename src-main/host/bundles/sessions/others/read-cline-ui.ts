import { z } from 'zod'
import { amount, dollars, jsonText, text } from '../lenient.ts'
import { addCall, joined, lineTimes, noUsage, type OpenLane, openModel } from '../open-lane.ts'
import type { Session } from '../session.ts'
import { createTurns, takeEach } from './one-after-another.ts'

const message = z.object({
  ts: z.number(),
  type: z.enum(['say', 'ask']),
  say: text,
  ask: text,
  text,
  modelInfo: z.object({ modelId: text, providerId: text }).optional().catch(undefined),
})
type Message = z.infer<typeof message>

/** What Cline notes of a request, as JSON in the text of `api_req_started`. */
const request = z.object({
  tokensIn: amount,
  tokensOut: amount,
  cacheWrites: amount,
  cacheReads: amount,
  cost: dollars,
  cancelReason: text,
  streamingFailedMessage: text,
})

/** What it shows of a task begins with the task, and says of requests when they began. */
export function isClineUi(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const first = message.safeParse(value[0]).data
  const isTask = first?.type === 'say' && (first.say === 'task' || first.say === 'text') && first.text !== undefined
  return isTask && value.slice(0, 50).some((each) => message.safeParse(each).data?.say === 'api_req_started')
}

/**
 * A task of Cline as it shows it: `ui_messages.json`, beside `api_conversation_history.json`. It has times, tokens and
 * costs; of the results of tools only what commands print. Its forks write the same.
 * Source: github.com/cline/cline, src/shared/ExtensionMessage.ts
 */
export function readClineUi(value: readonly unknown[]): Session {
  const turns = createTurns()
  const timeAt = lineTimes()
  const leftOut = takeEach(value, message, (read) => {
    const at = timeAt(read.ts)
    const lane = turns.lane()
    const said = read.text ?? ''
    const isAsked = lane === undefined || read.say === 'user_feedback'
    if (isAsked && said.trim() !== '') turns.ask(said.trim(), at)
    else if (lane !== undefined) take(lane, read, said, at)
    const turn = turns.turns.at(-1)
    if (turn === undefined) return
    if (read.say === 'completion_result') turn.end = { kind: 'completed' }
    turn.lane.lastAt = Math.max(turn.lane.lastAt, at)
  })
  return turns.session('cline', { id: null, folder: null, leftOut })
}

function take(lane: OpenLane, read: Message, said: string, at: number): void {
  const kind = read.say ?? read.ask
  if (kind === 'api_req_started') {
    takeRequest(lane, read, said, at)
    return
  }
  const step = lane.newest
  if (kind === 'error') lane.steps.push({ kind: 'notice', at, text: said })
  if (step === null) return
  step.endAt = Math.max(step.endAt, at)
  if (kind === 'text' || kind === 'completion_result') step.text = said === step.text ? said : joined(step.text, said)
  if (kind === 'reasoning') step.reasoning = joined(step.reasoning, said)
  if (kind === 'tool') addCall(lane, step, { id: `at ${lane.steps.length}`, ...callOf(said) }, at)
  if (kind === 'command')
    addCall(
      lane,
      step,
      { id: `at ${lane.steps.length}`, tool: 'execute_command', arguments: jsonText({ command: said }) },
      at,
    )
  if (kind === 'command_output') takeOutput(lane, said, at)
}

function takeRequest(lane: OpenLane, { modelInfo }: Message, said: string, at: number): void {
  const { providerId = 'unknown', modelId = 'unknown' } = modelInfo ?? {}
  const step = openModel(lane, at, providerId, modelId)
  const read = request.safeParse(jsonIn(said)).data
  if (read === undefined) return
  const { tokensIn, tokensOut: output, cacheWrites: cacheWrite, cacheReads: cachedInput } = read
  // Tokens of the cache are not part of the prompt's.
  const input = tokensIn + cachedInput + cacheWrite
  if (input + output > 0) step.usage = { ...noUsage, input, cachedInput, cacheWrite, output, estimated: false }
  step.cost = read.cost ?? null
  if (read.cancelReason !== undefined && read.cancelReason !== 'user_cancelled')
    step.failure = read.streamingFailedMessage ?? 'The request failed.'
}

const called = z.looseObject({ tool: z.string() })

function callOf(said: string): { readonly tool: string; readonly arguments: string } {
  const read = called.safeParse(jsonIn(said)).data
  if (read === undefined) return { tool: 'unknown', arguments: jsonText({ text: said }) }
  const { tool, ...rest } = read
  return { tool, arguments: jsonText(rest) }
}

/** It says a command's output in pieces. */
function takeOutput(lane: OpenLane, said: string, at: number): void {
  const step = lane.steps.findLast((each) => each.kind === 'tool')
  if (step?.kind !== 'tool' || step.call.tool !== 'execute_command') return
  const before = step.result?.text ?? ''
  step.result = { at, ok: true, text: before === '' ? said : `${before}\n${said}`, body: null }
}

function jsonIn(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return null
  }
}

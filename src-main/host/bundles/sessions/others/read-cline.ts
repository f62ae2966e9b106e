import { z } from 'zod'
import { amount, anything, contentText, dollars, jsonText, text } from '../lenient.ts'
import { messageBlock } from '../message-block.ts'
import { addCall, callWithoutResult, joined, lineTimes, noUsage, type OpenLane, openModel } from '../open-lane.ts'
import type { Session } from '../session.ts'
import { callInText, tagged } from './cline-tags.ts'
import { createTurns, takeEach } from './one-after-another.ts'

const message = z.object({
  role: z.enum(['user', 'assistant']),
  content: anything,
  ts: z.number().optional().catch(undefined),
  modelInfo: z.object({ modelId: text, providerId: text }).optional().catch(undefined),
  metrics: z
    .object({
      tokens: z.object({ prompt: amount, completion: amount, cached: amount }).optional().catch(undefined),
      cost: dollars,
    })
    .optional()
    .catch(undefined),
})
type Message = z.infer<typeof message>

/** The history of one task begins with it. */
export function isCline(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const first = message.safeParse(value[0]).data
  return first?.role === 'user' && /^\s*<(?:task|user_message|feedback)>/.test(contentText(first.content))
}

/**
 * A task of Cline: `api_conversation_history.json` in its folder. Tools are called natively, or by tags in the text
 * (until 2025), and then answered in the text of the next message. The file names no folder; times only since 2026.
 * Source: github.com/cline/cline, src/core/task/message-state.ts and src/shared/messages
 */
export function readCline(value: readonly unknown[]): Session {
  const turns = createTurns()
  const timeAt = lineTimes()
  const leftOut = takeEach(value, message, (read) => {
    const at = timeAt(read.ts)
    if (read.role === 'user') takeUser(turns, read, at)
    else {
      const lane = turns.lane()
      if (lane !== undefined) takeAnswer(lane, read, at)
    }
    const lane = turns.lane()
    if (lane !== undefined) lane.lastAt = Math.max(lane.lastAt, at)
  })
  return turns.session('cline', { id: null, folder: null, leftOut })
}

/** What the user wrote stands in tags; the rest is results of tools, and what Cline adds. */
function takeUser(turns: ReturnType<typeof createTurns>, read: Message, at: number): void {
  const lane = turns.lane()
  const blocks = blocksOf(read.content)
  for (const each of blocks) {
    if (each.type !== 'tool_result' || lane === undefined) continue
    const step = callWithoutResult(lane, each.tool_use_id ?? '')
    if (step !== null) step.result = { at, ok: each.is_error !== true, text: contentText(each.content), body: null }
  }
  const texts = blocks.flatMap((each) => (each.type === 'text' ? (each.text ?? '') : []))
  const written = [...texts, ...blocks.map((each) => contentText(each.content))].flatMap(
    (each) => tagged(each, 'task') ?? tagged(each, 'feedback') ?? tagged(each, 'user_message') ?? [],
  )
  const open = lane?.steps.findLast((each) => each.kind === 'tool' && each.result === null)
  if (open?.kind === 'tool' && !blocks.some(({ type }) => type === 'tool_result')) {
    const said = texts.filter((each) => !/^\s*<environment_details>/.test(each)).join('\n')
    open.result = {
      at,
      ok: !/^\[[^\]]*\] Result:\s*(?:The tool execution failed|Error)/.test(said),
      text: said,
      body: null,
    }
  }
  if (written.length > 0) turns.ask(written.join('\n\n').trim(), at)
}

function takeAnswer(lane: OpenLane, read: Message, at: number): void {
  const step = openModel(lane, at, read.modelInfo?.providerId ?? 'unknown', read.modelInfo?.modelId ?? 'unknown')
  const { tokens, cost } = read.metrics ?? {}
  if (tokens !== undefined) {
    // Tokens of the cache are not part of the prompt's.
    const input = tokens.prompt + tokens.cached
    step.usage = { ...noUsage, input, cachedInput: tokens.cached, output: tokens.completion, estimated: false }
  }
  step.cost = cost ?? null
  for (const each of blocksOf(read.content)) {
    if (each.type === 'thinking') step.reasoning = joined(step.reasoning, each.thinking ?? '')
    if (each.type === 'tool_use')
      addCall(lane, step, { id: each.id ?? '', tool: each.name ?? 'unknown', arguments: jsonText(each.input) }, at)
    if (each.type !== 'text') continue
    const { before, call } = callInText(each.text ?? '')
    step.text = joined(step.text, before)
    if (call !== null)
      addCall(lane, step, { id: `call ${lane.steps.length}`, tool: call.tool, arguments: jsonText(call.arguments) }, at)
  }
}

function blocksOf(content: unknown): z.infer<typeof messageBlock>[] {
  if (typeof content === 'string') return [messageBlock.parse({ type: 'text', text: content })]
  return Array.isArray(content) ? content.flatMap((each) => messageBlock.safeParse(each).data ?? []) : []
}

import type { z } from 'zod'
import { contentText, titleOf } from '../lenient.ts'
import {
  addCall,
  callWithoutResult,
  closedTurns,
  joined,
  lastModel,
  lineTimes,
  noUsage,
  type OpenModel,
  type OpenTurn,
  openLane,
  openModel,
} from '../open-lane.ts'
import type { Session } from '../session.ts'
import { lineValue } from '../session-lines.ts'
import { codexCall, codexOutput } from './codex-calls.ts'
import { type CodexItem, codexItem, codexLine, type tokens } from './codex-line.ts'

interface CodexTurn extends OpenTurn {
  /** The answer whose parts are being read; null between answers. */
  open: OpenModel | null
  /** Text of an event that no item has repeated so far. */
  told: { readonly text: string; readonly at: number } | null
  /** Texts that were taken from events. */
  readonly taken: Set<string>
}

/**
 * A session of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`.
 *
 * 1. `response_item` lines are what the model got and gave; `event_msg` lines repeat much of it for the window. A
 *    message of the user that stands in both counts once.
 * 2. An answer ends with the first output of a tool, or with its `token_count`.
 * 3. A `token_count` may be repeated, and may have only the sum since the session began.
 * 4. Some rollouts have answers only as events, before or after which others have the item of the same text.
 *
 * Source: github.com/openai/codex, codex-rs/protocol/src/protocol.rs and models.rs (`RolloutLine`, `ResponseItem`).
 */
export function readCodex(lines: Iterable<string | null>): Session {
  const turns: CodexTurn[] = []
  let folder: string | null = null
  let provider = 'openai'
  let model = 'unknown'
  let id: string | null = null
  let leftOut = 0
  const timeAt = lineTimes()
  let total = noTokens

  function take(value: unknown): boolean {
    const line = codexLine.safeParse(value).data
    if (line === undefined) return false
    const at = timeAt(line.timestamp)
    const item = line.payload ?? codexItem.safeParse(value).data
    if (item === undefined) return false
    takeSetting(line.type ?? '', item)
    const isEvent = line.type === 'event_msg'
    if (isUserMessage(item, isEvent)) takeTold(turns.at(-1))
    if (isUserMessage(item, isEvent)) openTurn(isEvent ? (item.message ?? '') : contentText(item.content), at)
    const turn = turns.at(-1)
    if (turn === undefined) return true
    if (isEvent) takeEvent(turn, item, at)
    else if (line.type === 'compacted' || item.type === 'compaction')
      turn.lane.steps.push({ kind: 'notice', at, text: 'The conversation was summarized here.' })
    else takeItem(turn, item, at)
    return true
  }

  function takeSetting(type: string, item: CodexItem): void {
    if (type !== 'session_meta' && type !== 'turn_context') return
    folder ??= item.cwd ?? null
    if (type === 'session_meta') id ??= item.id ?? null
    provider = item.model_provider ?? provider
    model = item.model ?? model
  }

  function openTurn(message: string, at: number): void {
    const before = turns.at(-1)
    // Rule 1.
    if (before !== undefined && before.lane.steps.length === 0 && before.lane.goal.trim() === message.trim()) return
    const parent = turns.length === 0 ? null : turns.length - 1
    turns.push({ lane: openLane(message, at), parent, end: null, open: null, told: null, taken: new Set() })
  }

  function takeEvent(turn: CodexTurn, item: CodexItem, at: number): void {
    switch (item.type ?? '') {
      case 'token_count':
        takeTold(turn)
        takeTokens(turn, item.info)
        return
      case 'agent_message':
        takeTold(turn)
        turn.told = { text: item.message ?? '', at }
        return
      case 'task_complete':
        takeTold(turn)
        return
      case 'turn_aborted':
        turn.end = { kind: 'aborted' }
        turn.lane.lastAt = Math.max(turn.lane.lastAt, at)
        return
      case 'error':
      case 'stream_error':
        if (item.type === 'error') turn.end = { kind: 'failed', why: item.message ?? 'The request failed.' }
        else turn.lane.steps.push({ kind: 'notice', at, text: item.message ?? 'The stream was interrupted.' })
        return
      default:
        return
    }
  }

  /** Rule 3. */
  function takeTokens(turn: CodexTurn, info: CodexItem['info']): void {
    const last = lastModel(turn.lane)
    if (info === undefined) return
    const before = total
    total = info.total_token_usage ?? total
    if (last === null) return
    turn.open = null
    const own = info.last_token_usage ?? (info.total_token_usage && difference(info.total_token_usage, before))
    if (last.usage === noUsage && own !== undefined) last.usage = usageOf(own)
  }

  /** Rule 4. */
  function takeTold(turn: CodexTurn | undefined): void {
    const told = turn?.told ?? null
    if (turn === undefined || told === null) return
    turn.told = null
    const last = lastModel(turn.lane)
    if (told.text.trim() === '' || last?.text.endsWith(told.text.trim()) === true) return
    const open = answer(turn, told.at)
    open.text = joined(open.text, told.text.trim())
    turn.taken.add(told.text.trim())
  }

  function answer(turn: CodexTurn, at: number): OpenModel {
    const open = turn.open ?? openModel(turn.lane, at, provider, model)
    turn.open = open
    open.endAt = Math.max(open.endAt, at)
    return open
  }

  function takeItem(turn: CodexTurn, item: CodexItem, at: number): void {
    takeAnswer(turn, item, at)
    takeCall(turn, item, at)
    // The next answer began after it.
    turn.lane.lastAt = Math.max(turn.lane.lastAt, at)
  }

  function takeAnswer(turn: CodexTurn, item: CodexItem, at: number): void {
    if (item.type === 'reasoning') {
      const open = answer(turn, at)
      open.reasoning = joined(open.reasoning, contentText(item.summary))
    } else if (item.type === 'message' && item.role === 'assistant') {
      const said = contentText(item.content)
      if (turn.told?.text.trim() === said.trim()) turn.told = null
      takeTold(turn)
      if (turn.taken.delete(said.trim())) return
      const open = answer(turn, at)
      open.text = joined(open.text, said)
    }
  }

  function takeCall(turn: CodexTurn, item: CodexItem, at: number): void {
    const call = codexCall(item)
    if (call !== null) {
      takeTold(turn)
      addCall(turn.lane, answer(turn, at), call, at)
      // The provider searches by itself: no output follows.
      const step = item.type === 'web_search_call' ? callWithoutResult(turn.lane, call.id) : null
      if (step !== null) step.result = { at, ok: true, text: '', body: null }
    }
    if (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') return
    turn.open = null
    const step = callWithoutResult(turn.lane, item.call_id ?? '')
    if (step !== null) step.result = { at, ...codexOutput(step.call, item.output) }
  }

  for (const line of lines) if (!take(lineValue(line))) leftOut += 1
  takeTold(turns.at(-1))
  return {
    tool: 'codex',
    id,
    title: titleOf(turns[0]?.lane.goal ?? ''),
    folder,
    leftOut,
    turns: closedTurns(turns, () => null),
  }
}

/** What Codex itself says in the user's name. */
const ofApp =
  /^\s*(<(environment_context|user_instructions|turn_aborted|permissions instructions|skill|collaboration_mode|subagent_notification)|# AGENTS\.md instructions)/

function isUserMessage(item: CodexItem, isEvent: boolean): boolean {
  if (isEvent) return item.type === 'user_message' && (item.message ?? '').trim() !== ''
  if (item.type !== 'message' || item.role !== 'user') return false
  const text = contentText(item.content)
  return text.trim() !== '' && !ofApp.test(text)
}

type Tokens = z.infer<typeof tokens>
const noTokens: Tokens = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 }

/** Undefined if nothing was used since; the sum itself if it began anew. */
function difference(total: Tokens, before: Tokens): Tokens | undefined {
  const used = {
    input_tokens: total.input_tokens - before.input_tokens,
    cached_input_tokens: total.cached_input_tokens - before.cached_input_tokens,
    output_tokens: total.output_tokens - before.output_tokens,
    reasoning_output_tokens: total.reasoning_output_tokens - before.reasoning_output_tokens,
  }
  if (Object.values(used).some((count) => count < 0)) return total
  return used.input_tokens + used.output_tokens === 0 ? undefined : used
}

const usageOf = (last: Tokens): OpenModel['usage'] => ({
  input: last.input_tokens,
  cachedInput: last.cached_input_tokens,
  output: last.output_tokens,
  reasoning: last.reasoning_output_tokens,
  estimated: false,
})

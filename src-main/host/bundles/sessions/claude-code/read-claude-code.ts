import { z } from 'zod'
import { contentText, jsonText, titleOf } from '../lenient.ts'
import { messageBlock } from '../message-block.ts'
import {
  addCall,
  callWithoutResult,
  closedTurns,
  joined,
  lastModel,
  lineTimes,
  noUsage,
  type OpenLane,
  type OpenModel,
  type OpenTurn,
  openLane,
  openModel,
} from '../open-lane.ts'
import type { Session } from '../session.ts'
import { lineValue } from '../session-lines.ts'
import { createClaudeAgents } from './claude-agents.ts'
import { type ClaudeLine, claudeLine } from './claude-line.ts'
import { claudeResultBody } from './claude-result.ts'

/**
 * A session of Claude Code: `~/.claude/projects/SLUG/ID.jsonl`, with the files of its helpers.
 *
 * 1. One answer of the model is several lines with the same `message.id`, one per block.
 * 2. A line follows the one that `parentUuid` names: after a rewind, a message follows an earlier turn.
 * 3. A line may be written twice, with the same `uuid`.
 * 4. What the user typed while the model worked is an attachment; what follows belongs to it.
 * 5. What the user runs in Claude Code itself (`/model`, `!ls`) is no message: it has an output, and no answer.
 * 6. Helpers are side chains: lines of the same file, or files of their own (`agent-ID.jsonl`).
 *
 * Sources: sessions of versions 1.0 to 2.1, as public parsers of the format describe them; there is no specification.
 */
export function readClaudeCode(lines: Iterable<string | null>): Session {
  const turns: OpenTurn[] = []
  const turnOf = new Map<string, number>()
  const agents = createClaudeAgents()
  const models = new Map<string, OpenModel>()
  let title: string | null = null
  let folder: string | null = null
  let id: string | null = null
  let leftOut = 0
  const timeAt = lineTimes()
  const seen = new Set<string>()
  /** Of the main line. */
  let lastUuid: string | undefined
  /** Rule 5: what may be no message. */
  const local = new Set<OpenTurn>()

  function take(line: ClaudeLine): void {
    const at = timeAt(line.timestamp)
    // Rule 3.
    if (line.uuid !== undefined && seen.has(line.uuid)) return
    if (line.uuid !== undefined) seen.add(line.uuid)
    id ??= line.sessionId ?? null
    title = line.customTitle ?? line.aiTitle ?? line.summary ?? title
    folder ??= line.cwd ?? null
    const typed = line.isSidechain === true ? null : queuedPrompt(line)
    if (typed !== null) {
      openTurn(typed, line, at)
      // Rule 4.
      if (lastUuid !== undefined) turnOf.set(lastUuid, turns.length - 1)
    } else if (line.type === 'user' && line.isSidechain !== true && isPrompt(line)) openTurn(promptText(line), line, at)
    else takeStep(line, at)
    if (line.isSidechain !== true) lastUuid = line.uuid ?? lastUuid
  }

  function takeStep(line: ClaudeLine, at: number): void {
    const index = turnOf.get(line.parentUuid ?? '') ?? turns.length - 1
    const turn = turns[index]
    if (line.uuid !== undefined && turn !== undefined) turnOf.set(line.uuid, index)
    const lane = line.isSidechain === true ? agents.laneOf(line, at) : turn?.lane
    if (lane === undefined) return
    if (line.type === 'assistant') takeAnswer(lane, line, at)
    else if (line.type === 'user') takeUserLine(lane, line, at, turn)
    else if (line.type === 'system' && line.subtype === 'compact_boundary')
      lane.steps.push({ kind: 'notice', at, text: 'The conversation was summarized here.' })
    lane.lastAt = Math.max(lane.lastAt, at)
  }

  function openTurn(message: string, line: ClaudeLine, at: number): void {
    const parent = turnOf.get(line.parentUuid ?? '') ?? (turns.length === 0 ? null : turns.length - 1)
    turns.push({ lane: openLane(message, at), parent, end: null })
    if (line.uuid !== undefined) turnOf.set(line.uuid, turns.length - 1)
  }

  function takeAnswer(lane: OpenLane, line: ClaudeLine, at: number): void {
    const { message } = line
    if (message === undefined) return
    const key = `${line.isSidechain === true ? agents.keyOf(line) : ''} ${message.id ?? line.uuid ?? lane.steps.length}`
    const model = models.get(key) ?? openModel(lane, at, 'Anthropic', modelIn(lane, message.model))
    models.set(key, model)
    model.endAt = Math.max(model.endAt, at)
    if (line.isApiErrorMessage === true) model.failure = contentText(message.content) || 'The request failed.'
    if (message.usage !== undefined) model.usage = usageOf(message.usage)
    if (line.costUSD !== undefined) model.cost = line.costUSD
    if (typeof message.content === 'string') model.text = joined(model.text, message.content)
    for (const each of Array.isArray(message.content) ? message.content : []) {
      const block = messageBlock.safeParse(each).data
      if (block?.type === 'text') model.text = joined(model.text, block.text ?? '')
      if (block?.type === 'thinking') model.reasoning = joined(model.reasoning, block.thinking ?? '')
      if (block?.type === 'tool_use')
        addCall(
          lane,
          model,
          { id: block.id ?? '', tool: block.name ?? 'unknown', arguments: jsonText(block.input) },
          at,
        )
    }
  }

  function takeUserLine(lane: OpenLane, line: ClaudeLine, at: number, turn: OpenTurn | undefined): void {
    const text = contentText(line.message?.content)
    if (turn !== undefined && /^<local-command-std(?:out|err)>/.test(text)) local.add(turn)
    const notice = noticeText(text)
    if (notice === null) takeResults(lane, line, at, turn)
    else lane.steps.push({ kind: 'notice', at, text: notice })
  }

  /** The call may be of the turn before, if the user wrote something before its result was there. */
  function callOf(lane: OpenLane, id: string) {
    const before = turns.at(-1)?.lane === lane ? turns.at(-2) : undefined
    return callWithoutResult(lane, id) ?? (before === undefined ? null : callWithoutResult(before.lane, id))
  }

  function takeResults(lane: OpenLane, line: ClaudeLine, at: number, turn: OpenTurn | undefined): void {
    const content = line.message?.content
    if (interrupted.test(contentText(content)) && turn !== undefined) turn.end = { kind: 'aborted' }
    for (const each of Array.isArray(content) ? content : []) {
      const block = messageBlock.safeParse(each).data
      if (block?.type !== 'tool_result') continue
      const step = callOf(lane, block.tool_use_id ?? '')
      if (step === null) continue
      const text = contentText(block.content)
      step.result = {
        at,
        ok: block.is_error !== true,
        text,
        body: claudeResultBody(step.call, line.toolUseResult, text),
      }
      step.agentId = agentIn(line.toolUseResult, text)
    }
  }

  for (const line of lines) {
    const read = claudeLine.safeParse(lineValue(line))
    if (read.success) take(read.data)
    else leftOut += 1
  }
  const agentOf = agents.attach()
  const kept = withoutLocal(turns, local)
  const first = kept[0]?.lane.goal ?? ''
  return {
    tool: 'claude-code',
    id,
    title: titleOf(title ?? '') || titleOf(first),
    folder,
    leftOut,
    turns: closedTurns(kept, agentOf),
  }
}

/** Without turns that were none: what followed one follows what was before it. */
function withoutLocal(turns: readonly OpenTurn[], local: ReadonlySet<OpenTurn>): OpenTurn[] {
  const isNone = (turn: OpenTurn) => local.has(turn) && turn.lane.steps.length === 0
  if (!turns.some(isNone)) return [...turns]
  const kept: OpenTurn[] = []
  /** By the place that a turn had, the place of it, or of what it followed. */
  const places: (number | null)[] = []
  for (const turn of turns) {
    const parent = turn.parent === null ? null : (places[turn.parent] ?? null)
    places.push(isNone(turn) ? parent : kept.length)
    if (!isNone(turn)) kept.push({ ...turn, parent })
  }
  return kept
}

const interrupted = /^\[Request interrupted by user/
const ofApp =
  /^<(local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|system-reminder|task-notification)>/

/** What Claude Code says of work in the background in the user's name, or what the user ran; null: it is none. */
function noticeText(text: string): string | null {
  const ran = text.startsWith('<bash-input>') ? between(text, 'bash-input') : null
  if (ran !== null) return `The user ran ${ran.trim()}.`
  if (!text.startsWith('<task-notification>')) return null
  return between(text, 'summary') ?? `Background work: ${between(text, 'status') ?? 'news'}.`
}

/** What the user typed while the model worked, as far as it is for the model. */
function queuedPrompt({ type, attachment }: ClaudeLine): string | null {
  if (type !== 'attachment' || attachment?.type !== 'queued_command') return null
  const text = contentText(attachment.prompt)
  return (attachment.commandMode ?? 'prompt') === 'prompt' && text.trim() !== '' && !ofApp.test(text) ? text : null
}

/** The text between the tags of a name; it may have tags itself. */
function between(text: string, name: string): string | null {
  const from = text.indexOf(`<${name}>`)
  const end = text.lastIndexOf(`</${name}>`)
  return from < 0 || end < from ? null : text.slice(from + name.length + 2, end)
}

/** Whether the user wrote it: not a tool's result, nor what Claude Code adds itself. */
function isPrompt({ message, isMeta, isCompactSummary }: ClaudeLine): boolean {
  const content = message?.content
  if (isMeta === true || isCompactSummary === true || content === undefined) return false
  const results =
    Array.isArray(content) && content.some((each) => messageBlock.safeParse(each).data?.type === 'tool_result')
  const text = contentText(content)
  return !results && text.trim() !== '' && !interrupted.test(text) && !ofApp.test(text)
}

/** What Claude Code says in the model's place, such as an error, names no model. */
const modelIn = (lane: OpenLane, model = '<synthetic>'): string =>
  model === '<synthetic>' ? (lastModel(lane)?.model ?? 'unknown') : model

/** A slash command is recorded with tags around its parts. */
function promptText({ message }: ClaudeLine): string {
  const text = contentText(message?.content)
  const name = between(text, 'command-name')
  return name === null ? text : `${name} ${between(text, 'command-args') ?? ''}`.trim()
}

/** Tokens that were read from or written to the cache are not part of `input_tokens`. */
function usageOf(usage: NonNullable<NonNullable<ClaudeLine['message']>['usage']>): OpenModel['usage'] {
  const { input_tokens, cache_read_input_tokens: cachedInput, cache_creation_input_tokens: cacheWrite } = usage
  const input = input_tokens + cachedInput + cacheWrite
  return { ...noUsage, input, cachedInput, cacheWrite, output: usage.output_tokens, estimated: false }
}

const namesAgent = z.object({ agentId: z.string() })
const agentIn = (result: unknown, text: string): string | null =>
  namesAgent.safeParse(result).data?.agentId ?? /^agentId: ([\w-]+)/m.exec(text)?.[1] ?? null

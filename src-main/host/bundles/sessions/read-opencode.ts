import { z } from 'zod'
import type { ToolBody } from '../../../../src-shared/model/tool.ts'
import { jsonText, text, timeOf, titleOf } from './lenient.ts'
import {
  addCall,
  callWithoutResult,
  closedSteps,
  closedTurns,
  joined,
  noUsage,
  type OpenLane,
  type OpenModel,
  type OpenTool,
  type OpenTurn,
  openLane,
  openModel,
} from './open-lane.ts'
import type { OpencodeData, OpencodeEntry, OpencodePart, OpencodeTokens } from './opencode-parts.ts'
import { patchBody } from './patch-body.ts'
import type { Session, SessionAgent } from './session.ts'

/** Sessions in sessions; deeper ones are left out. */
const maxDepth = 16

/**
 * A session of opencode: what `opencode export` writes, or its files in `storage` put together in this form.
 *
 * 1. A message of the assistant is one or more answers, each between `step-start` and `step-finish`.
 * 2. A call of `task` names the session of its helper.
 *
 * Source: github.com/sst/opencode, packages/opencode/src/session/message-v2.ts and cli/cmd/export.ts.
 * @param children sessions of helpers, by id
 */
export function readOpencode(data: OpencodeData, children: ReadonlyMap<string, OpencodeData>): Session {
  const turns = turnsOf(data)
  const used = new Set<string>()
  const agentOf =
    (depth: number) =>
    (step: OpenTool): SessionAgent | null => {
      const id = step.agentId
      const child = id === null || used.has(id) || depth > maxDepth ? undefined : children.get(id)
      if (id === null || child === undefined) return null
      used.add(id)
      const inner = turnsOf(child)
      return {
        goal: inner[0]?.lane.goal ?? '',
        steps: inner.flatMap(({ lane }) => closedSteps(lane, agentOf(depth + 1))),
      }
    }
  return {
    tool: 'opencode',
    id: data.info.id ?? null,
    title: titleOf(data.info.title ?? '') || titleOf(turns[0]?.lane.goal ?? ''),
    folder: data.info.directory ?? null,
    leftOut: data.leftOut,
    turns: closedTurns(turns, agentOf(1)),
  }
}

function turnsOf({ entries }: OpencodeData): OpenTurn[] {
  const turns: OpenTurn[] = []
  const byMessage = new Map<string, OpenTurn>()
  for (const entry of entries) {
    const { info } = entry
    const at = timeOf(info.time?.created) ?? turns.at(-1)?.lane.lastAt ?? 0
    if (info.role === 'user') {
      const turn: OpenTurn = {
        lane: openLane(userText(entry), at),
        parent: turns.length === 0 ? null : turns.length - 1,
        end: null,
      }
      turns.push(turn)
      byMessage.set(info.id, turn)
    }
    const turn = byMessage.get(info.parentID ?? '') ?? turns.at(-1)
    if (turn === undefined) continue
    if (entry.parts.some(({ type }) => type === 'compaction'))
      turn.lane.steps.push({ kind: 'notice', at, text: 'The conversation was summarized here.' })
    if (info.role === 'assistant') takeAnswers(turn, entry, at)
  }
  return turns
}

function userText({ parts }: OpencodeEntry): string {
  const texts = parts.flatMap((part) => {
    if (part.type === 'text' && part.synthetic !== true) return part.text ?? []
    return part.type === 'file' && part.filename !== undefined ? `@${part.filename}` : []
  })
  return texts.join('\n')
}

function takeAnswers(turn: OpenTurn, { info, parts }: OpencodeEntry, createdAt: number): void {
  const { lane } = turn
  lane.lastAt = Math.max(lane.lastAt, createdAt)
  const completed = timeOf(info.time?.completed)
  const now: { open: OpenModel | null } = { open: null }
  const answer = (at: number): OpenModel => {
    const open = now.open ?? openModel(lane, at, info.providerID ?? 'unknown', info.modelID ?? 'unknown')
    open.endAt = Math.max(open.endAt, at)
    now.open = open
    return open
  }
  for (const part of parts) {
    const from = timeOf(part.state?.time?.start ?? part.time?.start) ?? lane.lastAt
    const to = timeOf(part.state?.time?.end ?? part.time?.end) ?? from
    if (part.type === 'step-start') now.open = null
    else if (part.type === 'text') answer(to).text = joined(answer(to).text, part.text ?? '')
    else if (part.type === 'reasoning') answer(to).reasoning = joined(answer(to).reasoning, part.text ?? '')
    else if (part.type === 'tool') takeTool(lane, asking(now.open) ?? answer(from), part, from, to)
    else if (part.type === 'step-finish') finish(now.open ?? answer(lane.lastAt), part.tokens, part.cost)
    lane.lastAt = Math.max(lane.lastAt, to)
  }
  if (now.open?.usage === noUsage) finish(now.open, info.tokens, info.cost)
  if (completed !== null) lane.lastAt = Math.max(lane.lastAt, completed)
  if (info.error === undefined) return
  const why = info.error.data?.message ?? info.error.name ?? 'The request failed.'
  turn.end = info.error.name === 'MessageAbortedError' ? { kind: 'aborted' } : { kind: 'failed', why }
}

/** An answer that asked for a tool already: it had ended by then. */
const asking = (open: OpenModel | null): OpenModel | null => (open !== null && open.calls.length > 0 ? open : null)

function finish(model: OpenModel, tokens: OpencodeTokens | undefined, cost: number | undefined): void {
  if (cost !== undefined) model.cost = cost
  if (tokens === undefined) return
  const { read, write } = tokens.cache
  const input = tokens.input + read + write
  const { output, reasoning } = tokens
  model.usage = { input, cachedInput: read, cacheWrite: write, output, reasoning, estimated: false }
}

const facts = z.object({ sessionId: text, sessionID: text, diff: text, exit: z.number().nullish().catch(null) })
const edited = z.object({ filePath: z.string() })
const command = z.object({ command: z.string() })

function takeTool(lane: OpenLane, model: OpenModel, part: OpencodePart, from: number, to: number): void {
  const { state } = part
  const id = part.callID ?? part.id ?? ''
  const known = facts.safeParse(state?.metadata).data
  addCall(lane, model, { id, tool: part.tool ?? 'unknown', arguments: jsonText(state?.input ?? {}) }, from)
  const step = callWithoutResult(lane, id)
  if (step === null) return
  step.agentId = part.tool === 'task' ? (known?.sessionId ?? known?.sessionID ?? null) : null
  if (state?.status !== 'completed' && state?.status !== 'error') return
  const said = state.output ?? state.error ?? ''
  const ok = state.status === 'completed'
  step.result = { at: to, ok, text: said, body: bodyOf(state.input, known, said) }
}

function bodyOf(input: unknown, known: z.infer<typeof facts> | undefined, said: string): ToolBody | null {
  const path = edited.safeParse(input).data?.filePath
  const hunks = known?.diff?.slice(Math.max(0, known.diff.search(/^@@/m)))
  if (path !== undefined && hunks?.startsWith('@@')) return patchBody(path, hunks, false)
  const line = command.safeParse(input).data?.command
  if (line === undefined) return null
  return { kind: 'command', command: line, output: said, exitCode: known?.exit ?? null }
}

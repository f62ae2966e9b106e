import { z } from 'zod'
import { type AgentPlanEntry, agentPlanEntry } from '../../src-shared/run/agent-update.ts'

/**
 * What an agent reports while it works, as much of it as is understood: fields of the wrong type count as left out. Source:
 * the protocol's schema, version 1, and what agents send (unknown kinds of tools, text that is no text).
 */
export type Update =
  | {
      readonly kind: 'chunk'
      readonly channel: 'message' | 'thought'
      readonly text: string
      readonly of: string | null
    }
  | { readonly kind: 'call'; readonly isNew: boolean; readonly call: CallReport }
  | { readonly kind: 'plan'; readonly entries: readonly AgentPlanEntry[] }
  | { readonly kind: 'mode'; readonly mode: string }
  | { readonly kind: 'options'; readonly options: unknown }
  /** `context`: tokens of the last model call with what it was sent. */
  | {
      readonly kind: 'usage'
      readonly context: number | null
      readonly cost: { readonly amount: number; readonly currency: string } | null
    }
  /** What is of no use to us: replayed user messages, commands, titles. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown'; readonly name: string }

export interface CallReport {
  readonly id: string
  readonly title?: string | undefined
  readonly kind?: string | undefined
  readonly status?: string | undefined
  readonly input?: unknown
  readonly output?: unknown
  readonly content?: readonly CallContent[] | undefined
  readonly paths?: readonly string[] | undefined
  /** What its command printed since the last report. */
  readonly printed?: string | undefined
}
export type CallContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'diff'; readonly path: string; readonly before: string | null; readonly after: string }

const optionalText = z.string().optional().catch(undefined)
const block = z.object({ type: z.string() }).loose()
const textBlock = z.object({ type: z.literal('text'), text: z.string() })
const linkBlock = z.object({ type: z.literal('resource_link'), uri: z.string() })
const resourceBlock = z.object({ type: z.literal('resource'), resource: z.object({ text: z.string() }) })

/** A block's text; of an image or another kind, its name in brackets. */
export function blockText(value: unknown): string {
  const text = textBlock.safeParse(value)
  if (text.success) return text.data.text
  const resource = resourceBlock.safeParse(value)
  if (resource.success) return resource.data.resource.text
  const link = linkBlock.safeParse(value)
  if (link.success) return link.data.uri
  const other = block.safeParse(value)
  return other.success ? `[${other.data.type}]` : ''
}

const diff = z.object({
  type: z.literal('diff'),
  path: z.string(),
  oldText: z.string().nullish().catch(null),
  newText: z.string(),
})
const wrapped = z.object({ type: z.literal('content'), content: z.unknown().optional() })

function contentOf(value: unknown): CallContent[] {
  const changed = diff.safeParse(value)
  if (changed.success) {
    const { path, oldText, newText } = changed.data
    return [{ kind: 'diff', path, before: oldText ?? null, after: newText }]
  }
  const inside = wrapped.safeParse(value)
  const text = inside.success ? blockText(inside.data.content) : ''
  return text === '' ? [] : [{ kind: 'text', text }]
}

/** codex sends what a command prints here. */
const meta = z
  .object({ terminal_output_delta: z.object({ data: z.string() }).optional().catch(undefined) })
  .optional()
  .catch(undefined)

const callShape = z.object({
  toolCallId: z.string().min(1),
  title: optionalText,
  kind: optionalText,
  status: optionalText,
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  content: z.array(z.unknown()).optional().catch(undefined),
  locations: z
    .array(z.object({ path: z.string() }))
    .optional()
    .catch(undefined),
  _meta: meta,
})

/** A tool call, as in updates and in requests for permission; null if it has no id. */
export function callReport(value: unknown): CallReport | null {
  const read = callShape.safeParse(value)
  if (!read.success) return null
  const { toolCallId, title, kind, status, rawInput, rawOutput, content, locations, _meta } = read.data
  return {
    id: toolCallId,
    title,
    kind,
    status,
    input: rawInput,
    output: rawOutput,
    content: content?.flatMap(contentOf),
    paths: locations?.map(({ path }) => path),
    printed: _meta?.terminal_output_delta?.data,
  }
}

const update = z.object({ sessionUpdate: z.string() }).loose()
const chunk = z.object({ content: z.unknown().optional(), messageId: optionalText })
const plan = z.object({ entries: z.array(z.unknown()) })
const mode = z.object({ currentModeId: z.string() })
const cost = z.object({ amount: z.number().min(0).max(1e9), currency: z.string() })
const usage = z.object({ used: z.number().min(0).max(1e12).nullish().catch(null), cost: cost.nullish().catch(null) })

/** @param params of a `session/update`: its session and its content; null if it is none */
export function readUpdate(params: unknown): { readonly session: string; readonly update: Update } | null {
  const read = z.object({ sessionId: z.string(), update }).safeParse(params)
  return read.success ? { session: read.data.sessionId, update: updateOf(read.data.update) } : null
}

function updateOf(value: z.infer<typeof update>): Update {
  const name = value.sessionUpdate
  const unknown = { kind: 'unknown', name: name.slice(0, 80) } as const
  switch (name) {
    case 'agent_message_chunk':
    case 'agent_thought_chunk': {
      const { content, messageId } = chunk.parse(value)
      const channel = name === 'agent_message_chunk' ? 'message' : 'thought'
      return { kind: 'chunk', channel, text: blockText(content), of: messageId ?? null }
    }
    case 'tool_call':
    case 'tool_call_update': {
      const call = callReport(value)
      return call === null ? unknown : { kind: 'call', isNew: name === 'tool_call', call }
    }
    case 'plan': {
      const entries = plan.safeParse(value)
      return entries.success ? { kind: 'plan', entries: entries.data.entries.flatMap(entryOf) } : unknown
    }
    case 'current_mode_update': {
      const changed = mode.safeParse(value)
      return changed.success ? { kind: 'mode', mode: changed.data.currentModeId } : unknown
    }
    case 'config_option_update':
      return { kind: 'options', options: value['configOptions'] }
    case 'usage_update': {
      const reported = usage.safeParse(value)
      const { used = null, cost: spent = null } = reported.success ? reported.data : {}
      return { kind: 'usage', context: used, cost: spent }
    }
    case 'user_message_chunk':
    case 'available_commands_update':
    case 'session_info_update':
      return { kind: 'ignored' }
    default:
      return unknown
  }
}

/** At most this many entries of a plan are shown. */
const maxEntries = 200

function entryOf(value: unknown, index: number): AgentPlanEntry[] {
  const read = index < maxEntries ? agentPlanEntry.safeParse(value) : null
  return read?.success ? [read.data] : []
}

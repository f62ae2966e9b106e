import { z } from 'zod'
import type { Json } from '../base/json.ts'

/**
 * What another agent does inside a `prompt-agent` step, as far as it is no tool call: steps of its own under that step,
 * which no strategy asks for. What it says comes as live text first.
 */
export const agentPlanEntry = z.object({
  content: z.string(),
  priority: z.enum(['high', 'medium', 'low']).catch('medium'),
  status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
})
export type AgentPlanEntry = z.infer<typeof agentPlanEntry>

export const agentUpdate = z.discriminatedUnion('kind', [
  /** The session that the prompt is sent to. */
  z.object({
    kind: z.literal('session'),
    /** As the agent names itself, with its version; empty if it does not. */
    name: z.string(),
    how: z.enum(['new', 'continued']),
    mode: z.string().nullable(),
    model: z.string().nullable(),
    /** The MCP servers that it was handed; left out: none. */
    servers: z.array(z.string()).readonly().optional(),
  }),
  z.object({ kind: z.literal('message') }),
  z.object({ kind: z.literal('thought') }),
  /** The whole plan as it is now. */
  z.object({ kind: z.literal('plan'), entries: z.array(agentPlanEntry).readonly() }),
  /** The messages of the protocol, those in the middle of many left out. */
  z.object({ kind: z.literal('messages') }),
])
export type AgentUpdate = z.infer<typeof agentUpdate>

/** Of a step in a log; null: it can't be read. Remembered, because a run's rows and bars ask for each many times. */
export function agentUpdateOf(ask: Json): AgentUpdate | null {
  if (typeof ask !== 'object' || ask === null) return null
  const known = updates.get(ask)
  if (known !== undefined) return known
  const read = agentUpdate.safeParse(ask).data ?? null
  updates.set(ask, read)
  return read
}
const updates = new WeakMap<object, AgentUpdate | null>()

/** How each of them ends; null: a plan. */
export const agentUpdateEnd = z.union([
  z.object({ session: z.string(), before: z.string().optional() }),
  z.object({ text: z.string() }),
  /** A body in the store, a `ToolBody`. */
  z.object({ messages: z.string() }),
  z.null(),
])

/** What an agent reports of its use. What it does not report is null, which is not 0. */
export const agentUsage = z.object({
  input: z.number().nullable(),
  output: z.number().nullable(),
  /** Of this prompt; null also if the session was continued and its cost so far is not known. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
})
export type AgentUsage = z.infer<typeof agentUsage>

/** The answer of a `prompt-agent` step. */
export interface AgentAnswer {
  /** What it said last. */
  readonly text: string
  /** `end_turn`, `max_tokens`, `max_turn_requests`, `refusal`, or what the agent made up. */
  readonly stopReason: string
  /** To continue the session with another prompt. */
  readonly session: string
  /** Null: nothing was reported. */
  readonly usage: AgentUsage | null
  readonly toolCalls: number
  /** Files that the step did not allow it to change: they are as they were before. */
  readonly undone: readonly string[]
}
export const agentAnswer = z.object({
  text: z.string(),
  stopReason: z.string(),
  session: z.string(),
  usage: agentUsage.nullable(),
  toolCalls: z.number(),
  undone: z.array(z.string()).readonly(),
}) satisfies z.ZodType<AgentAnswer>

/** The part of a path that marks what an agent does inside its step. */
const inside = '/agent.'

/** Path of the nth thing that an agent does in the step at `path`. */
export const agentPath = (path: string, count: number): string => `${path}${inside}${count}`

/** The `prompt-agent` step that a path is inside; other paths are returned unchanged. */
export function agentStepOf(path: string): string {
  const at = path.indexOf(inside)
  return at < 0 ? path : path.slice(0, at)
}

import { z } from 'zod'

/**
 * What another agent does inside a `prompt-agent` step, as far as it is no tool call: steps of its own under that step,
 * which no strategy asks for. What it says comes as live text first; its whole text is the answer of the step.
 */
export const agentPlanEntry = z.object({
  content: z.string(),
  priority: z.enum(['high', 'medium', 'low']).catch('medium'),
  status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
})
export type AgentPlanEntry = z.infer<typeof agentPlanEntry>

export const agentUpdate = z.discriminatedUnion('kind', [
  /** The session that the prompt is sent to; its id is the answer of the step. */
  z.object({
    kind: z.literal('session'),
    /** As the agent names itself, with its version; empty if it does not. */
    name: z.string(),
    how: z.enum(['new', 'continued']),
    mode: z.string().nullable(),
    model: z.string().nullable(),
  }),
  z.object({ kind: z.literal('message') }),
  z.object({ kind: z.literal('thought') }),
  /** The whole plan as it is now. */
  z.object({ kind: z.literal('plan'), entries: z.array(agentPlanEntry).readonly() }),
])
export type AgentUpdate = z.infer<typeof agentUpdate>

/** What an agent reports of its use. What it does not report is null, which is not 0. */
export const agentUsage = z.object({
  input: z.number().nullable(),
  output: z.number().nullable(),
  /** Of the whole session so far. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
})
export type AgentUsage = z.infer<typeof agentUsage>

/** The answer of a `prompt-agent` step. */
export const agentAnswer = z.object({
  /** What it said last. */
  text: z.string(),
  /** `end_turn`, `max_tokens`, `max_turn_requests`, `refusal`, `cancelled`, or what the agent made up. */
  stopReason: z.string(),
  /** To continue the session with another prompt. */
  session: z.string(),
  /** Null: nothing was reported. */
  usage: agentUsage.nullable(),
  toolCalls: z.number(),
  /** Files that the step did not allow it to change; they are as they were before. */
  undone: z.array(z.string()).readonly(),
  /** Body with the messages as they were sent, the middle ones of many left out; null if they could not be kept. */
  messages: z.string().nullable(),
})
export type AgentAnswer = z.infer<typeof agentAnswer>

/** The part of a path that marks what an agent does inside its step. */
const inside = '/agent.'

/** Path of the nth thing that an agent does in the step at `path`. */
export const agentPath = (path: string, count: number): string => `${path}${inside}${count}`

/** The `prompt-agent` step that a path is inside; other paths are returned unchanged. */
export function agentStepOf(path: string): string {
  const at = path.indexOf(inside)
  return at < 0 ? path : path.slice(0, at)
}

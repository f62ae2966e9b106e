import { z } from 'zod'
import type { AgentUsage } from '../../src-shared/run/agent-update.ts'
import type { AgentInfo } from './agent-info.ts'

/** What no agent can have used is not known. */
const count = z.number().min(0).max(1e12).nullish().catch(null)
const answerShape = z.object({
  stopReason: z.string().catch('unknown'),
  usage: z.object({ inputTokens: count, outputTokens: count }).nullish().catch(null),
  // Gemini reports its tokens only here.
  _meta: z
    .object({ quota: z.object({ token_count: z.object({ input_tokens: count, output_tokens: count }) }) })
    .nullish()
    .catch(null),
})

/** An agent's answer to a prompt. */
export function endOf(answer: unknown): { stopReason: string; usage: AgentUsage | null } {
  const read = answerShape.safeParse(answer)
  if (!read.success) return { stopReason: 'unknown', usage: null }
  const { stopReason, usage, _meta } = read.data
  const own = _meta?.quota.token_count
  const input = usage?.inputTokens ?? own?.input_tokens ?? null
  const output = usage?.outputTokens ?? own?.output_tokens ?? null
  return {
    stopReason: stopReason.slice(0, 80),
    usage: input === null && output === null ? null : { input, output, cost: null },
  }
}

/** Agents that answer with the tokens of their last model call, also after several (opencode 1.18). */
const lastCallOnly = ['OpenCode']

/**
 * Whether the tokens of a prompt with tool calls, thus of several model calls, are those of all of them: their sum is more
 * than the last was sent. Beside strategies whose calls are all counted, one call alone would look frugal.
 * @param context tokens of the last model call; null if the agent did not tell
 */
export function countsAllCalls(
  { name }: Pick<AgentInfo, 'name'>,
  usage: AgentUsage | null,
  context: number | null,
): boolean {
  if (context === null) return !lastCallOnly.includes(name)
  return (usage?.input ?? 0) > context
}

/** With the cost, which agents report apart. */
export const withCost = (usage: AgentUsage | null, cost: AgentUsage['cost']): AgentUsage | null =>
  cost === null ? usage : { input: usage?.input ?? null, output: usage?.output ?? null, cost }

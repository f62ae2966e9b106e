import { type AgentAnswer, agentAnswer } from './agent-update.ts'
import type { Totals } from './event.ts'
import type { Span } from './view/run-view.ts'

/** Tokens and cost of a part of a run, with what other agents did not report of theirs. */
export type Use = Pick<Totals, 'input' | 'output' | 'cost' | 'unreported' | 'cut'>

export const noUse: Use = { input: 0, output: 0, cost: 0 }

/** A prompt to another agent as long as nothing is reported of it. */
const unknownUse: Use = { ...noUse, unreported: { tokens: 1, cost: 1 } }

/** What another agent reports counts; what it does not is counted as such, and not as 0. */
export function agentUse({ usage }: Pick<AgentAnswer, 'usage'>): Use {
  const dollars = usage?.cost?.currency === 'USD' ? usage.cost.amount : null
  const hasTokens = usage !== null && usage.input !== null && usage.output !== null
  const own = { input: usage?.input ?? 0, output: usage?.output ?? 0, cost: dollars ?? 0 }
  return withUnreported(own, { tokens: hasTokens ? 0 : 1, cost: dollars === null ? 1 : 0 })
}

/** What a model call, or a prompt to another agent, used; null for any other span, and for a model call that runs or failed without an answer. */
export function spentBy(span: Span): Use | null {
  if (span.kind === 'model') {
    if (span.reply === null) return span.spent === undefined ? null : { ...span.spent, cost: span.cost, cut: 1 }
    const { input, output } = span.reply.usage
    return { input, output, cost: span.cost }
  }
  if (span.kind !== 'step' || span.step !== 'prompt-agent') return null
  const answer = agentAnswer.safeParse(span.answer)
  return answer.success ? agentUse(answer.data) : unknownUse
}

/** One part of unknown price makes the sum unknown. */
export function addUse(one: Use, other: Use): Use {
  const sum = {
    input: one.input + other.input,
    output: one.output + other.output,
    cost: one.cost === null || other.cost === null ? null : one.cost + other.cost,
  }
  const cut = (one.cut ?? 0) + (other.cut ?? 0)
  return withUnreported(cut > 0 ? { ...sum, cut } : sum, {
    tokens: (one.unreported?.tokens ?? 0) + (other.unreported?.tokens ?? 0),
    cost: (one.unreported?.cost ?? 0) + (other.unreported?.cost ?? 0),
  })
}

const withUnreported = (use: Use, { tokens, cost }: NonNullable<Use['unreported']>): Use =>
  tokens > 0 || cost > 0 ? { ...use, unreported: { tokens, cost } } : use

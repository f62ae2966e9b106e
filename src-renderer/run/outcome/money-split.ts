import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { phaseOf } from '../span-names.ts'

/** The cost of one role, or of all phases with one name. */
export interface MoneyPart {
  readonly name: string
  /** The model used; the last one if there were several. */
  readonly model: string
  readonly calls: number
  readonly tokens: number
  /** US dollars; null if the price of a call is unknown. */
  readonly cost: number | null
  /** Share of the whole, 0 to 1: by cost, or by tokens if costs are unknown or zero. */
  readonly share: number
}
export type MoneyBy = 'role' | 'phase'

/**
 * Where the money of a run went, the largest share first. Calls copied from the run that it was forked from are not
 * included.
 */
export function moneySplit(view: RunView, by: MoneyBy): readonly MoneyPart[] {
  const parts = new Map<string, Omit<MoneyPart, 'share'>>()
  const copied = view.forkedFrom?.copied ?? -1
  for (const span of view.spans) {
    if (span.kind !== 'model' || span.reply === null || span.seq <= copied) continue
    const name = by === 'role' ? span.role : phaseName(view, span)
    const known = parts.get(name) ?? { name, model: '', calls: 0, tokens: 0, cost: 0 }
    const { usage } = span.reply
    parts.set(name, {
      name,
      model: span.bound.model,
      calls: known.calls + 1,
      tokens: known.tokens + usage.input + usage.output,
      cost: known.cost === null || span.cost === null ? null : known.cost + span.cost,
    })
  }
  const all = [...parts.values()]
  const sum = (of: (part: Omit<MoneyPart, 'share'>) => number) => all.reduce((total, part) => total + of(part), 0)
  const costs = all.every(({ cost }) => cost !== null) ? sum(({ cost }) => cost ?? 0) : 0
  const tokens = sum((part) => part.tokens)
  const shareOf = (part: Omit<MoneyPart, 'share'>) =>
    costs > 0 ? (part.cost ?? 0) / costs : tokens === 0 ? 0 : part.tokens / tokens
  return all.map((part) => ({ ...part, share: shareOf(part) })).sort((one, other) => other.share - one.share)
}

function phaseName(view: RunView, span: Span): string {
  const phase = phaseOf(view, span)
  return phase?.kind === 'phase' ? phase.name : 'outside phases'
}

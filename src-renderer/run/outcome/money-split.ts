import { addUse, noUse, spentBy, type Use } from '../../../src-shared/run/use.ts'
import { agentPrompt } from '../../../src-shared/run/view/agent-text.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { phaseOf } from '../span-names.ts'

/** The cost of one role, of another agent, or of all phases with one name. */
export interface MoneyPart {
  readonly name: string
  /** The model used; the last one if there were several. */
  readonly model: string
  readonly calls: number
  /** Whether it is another agent, whose calls are prompts. */
  readonly isAgent: boolean
  readonly use: Use
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
    const use = span.seq <= copied ? null : spentBy(span)
    if (use === null) continue
    const agent = span.kind === 'step' ? agentPrompt(span)?.agent : undefined
    const name = by === 'phase' ? phaseName(view, span) : span.kind === 'model' ? span.role : (agent ?? 'agent')
    const known = parts.get(name) ?? {
      name,
      model: '',
      calls: 0,
      isAgent: by === 'role' && span.kind === 'step',
      use: noUse,
    }
    const model = span.kind === 'model' ? span.bound.model : known.model
    parts.set(name, { ...known, model, calls: known.calls + 1, use: addUse(known.use, use) })
  }
  const all = [...parts.values()]
  const isPriced = all.every(({ use }) => use.cost !== null)
  const costs = isPriced ? all.reduce((sum, { use }) => sum + (use.cost ?? 0), 0) : 0
  const tokens = all.reduce((sum, { use }) => sum + tokensOf(use), 0)
  const shareOf = ({ use }: Omit<MoneyPart, 'share'>) =>
    costs > 0 ? (use.cost ?? 0) / costs : tokens === 0 ? 0 : tokensOf(use) / tokens
  return all.map((part) => ({ ...part, share: shareOf(part) })).sort((one, other) => other.share - one.share)
}

const tokensOf = ({ input, output }: Use): number => input + output

function phaseName(view: RunView, span: Span): string {
  const phase = phaseOf(view, span)
  return phase?.kind === 'phase' ? phase.name : 'outside phases'
}

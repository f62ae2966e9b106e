import { formatCount, formatPercent } from '../../../../src-shared/base/format.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { toolKind } from '../../../../src-shared/timeline/span-bars.ts'
import type { BarKind } from '../../../../src-shared/timeline/track.ts'
import { spanLabel } from '../../../run/span-names.ts'
import type { Amounts } from '../scale/amounts.ts'
import { addedBy } from './added-by.ts'

/** A range of the axis with its label. */
export interface TokenBar {
  readonly from: number
  readonly to: number
  readonly text: string
}
export interface AddedBar extends TokenBar {
  readonly kind: BarKind
}
export interface CachedBar extends TokenBar {
  /** Share of the input, 0 to 1. */
  readonly share: number
}

/** The tracks below the rows of a token axis. */
export interface TokenTracks {
  /** The input that each tool call added. */
  readonly added: readonly AddedBar[]
  /** The cached share of each call's input; empty if no call used the cache. */
  readonly cached: readonly CachedBar[]
}

/** Both lists are in axis order. One pass over all spans. */
export function tokenTracks(view: RunView, { start }: Amounts): TokenTracks {
  const added = addedBy(view).flatMap(({ tool, call, tokens, before }): AddedBar[] => {
    const span = view.spans[tool]
    const from = (start[call] ?? 0) + before
    if (span?.kind !== 'tool') return []
    return [{ from, to: from + tokens, kind: toolKind(span), text: `${spanLabel(span)} ${formatCount(tokens)}` }]
  })
  const cached = view.spans.flatMap((span, index): CachedBar[] => {
    const usage = span.kind === 'model' ? span.reply?.usage : undefined
    if (usage === undefined || usage.input === 0) return []
    const from = start[index] ?? 0
    const share = usage.cachedInput / usage.input
    return [{ from, to: from + usage.input + usage.output, share, text: formatPercent(share) }]
  })
  const byPlace = (a: TokenBar, b: TokenBar) => a.from - b.from
  return {
    added: added.sort(byPlace),
    cached: cached.some(({ share }) => share > 0) ? cached.sort(byPlace) : [],
  }
}

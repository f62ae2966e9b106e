import { formatCount, formatPercent } from '../../../../src-shared/base/format.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { BarKind } from '../../../../src-shared/timeline/track.ts'
import { spanLabel } from '../../../run/span-names.ts'
import type { Amounts } from '../scale/amounts.ts'
import { addedBy } from './added-by.ts'

/** A stretch of the axis with what it says. */
export interface TokenBar {
  readonly from: number
  readonly to: number
  readonly text: string
}
export interface AddedBar extends TokenBar {
  readonly kind: BarKind
}
export interface CachedBar extends TokenBar {
  /** Of the input, 0 to 1. */
  readonly share: number
}

/** What is drawn under the rows of an axis of tokens. */
export interface TokenTracks {
  /** Which tool call put new input there. */
  readonly added: readonly AddedBar[]
  /** How much of each call's input came from the cache; empty if nothing ever did. */
  readonly cached: readonly CachedBar[]
}

/** Both in the order of the axis. Once through all spans. */
export function tokenTracks(view: RunView, { start }: Amounts): TokenTracks {
  const added = addedBy(view).flatMap(({ tool, call, tokens, before }): AddedBar[] => {
    const span = view.spans[tool]
    const from = (start[call] ?? 0) + before
    if (span?.kind !== 'tool') return []
    return [{ from, to: from + tokens, kind: span.effect, text: `${spanLabel(span)} ${formatCount(tokens)}` }]
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

import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { Layout } from './layout.ts'

/** The next or previous drawn span in start order, for `[` and `]`. */
export function neighbor(layout: Layout, run: RunView, from: number | null, step: 1 | -1): number | null {
  const count = run.spans.length
  let index = from ?? (step === 1 ? -1 : count)
  for (index += step; index >= 0 && index < count; index += step) {
    if (layout.places[index] !== undefined || layout.waits.has(index)) return index
  }
  return from
}

/** The next match after the selected span, wrapping around. */
export function nextFound(found: readonly number[], from: number | null, step: 1 | -1): number | null {
  if (found.length === 0) return null
  if (from === null) return (step === 1 ? found[0] : found.at(-1)) ?? null
  const next = step === 1 ? found.find((index) => index > from) : found.findLast((index) => index < from)
  return next ?? (step === 1 ? found[0] : found.at(-1)) ?? null
}

import type { ModelSpan } from './run-view.ts'
import { type FoldState, setHead, spanOf } from './state.ts'

/** The part of a model's answer that had arrived by a moment. */
export type Reveal = Pick<ModelSpan, 'firstTokenAt' | 'text' | 'reasoning' | 'drafts'>

/** Advances the present to `ms` without an event, and shows the text of open answers so far (invariant 4). */
export function reveal(state: FoldState, ms: number, of: (path: string) => Reveal | null): void {
  let changed = false
  for (const path of state.open) {
    const span = spanOf(state, path, 'model')
    const index = state.at.get(path)
    const shown = span === undefined ? null : of(path)
    if (span === undefined || index === undefined || shown === null || isSame(span, shown)) continue
    state.spans[index] = { ...span, ...shown }
    changed = true
  }
  const lastMs = Math.max(state.eventMs, ms)
  if (!changed && lastMs === state.head.lastMs) return
  setHead(state, { version: state.head.version + 1, lastMs })
}

const isSame = (span: ModelSpan, shown: Reveal) =>
  span.firstTokenAt === shown.firstTokenAt &&
  span.text === shown.text &&
  span.reasoning === shown.reasoning &&
  JSON.stringify(span.drafts) === JSON.stringify(shown.drafts)

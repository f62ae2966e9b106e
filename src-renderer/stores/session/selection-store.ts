import { create } from 'zustand'

/** A span of a run: what chat, timeline and inspector all point at. */
export interface SpanRef {
  readonly runId: string
  readonly path: string
}
export type SelectionView = 'chat' | 'timeline'

interface Selection {
  readonly selected: SpanRef | null
  readonly hovered: SpanRef | null
  /**
   * A wish to bring a span into sight, such as "Show in chat". A new object each time, so that the same wish
   * can be made twice. The view it names scrolls there; every other view ignores it.
   */
  readonly reveal: { readonly where: SelectionView; readonly span: SpanRef } | null
}

/** One selection for the whole window: chat and timeline are two views of it. */
export const useSelection = create<Selection>(() => ({ selected: null, hovered: null, reveal: null }))

function sameSpan(a: SpanRef | null, b: SpanRef | null): boolean {
  return a === b || (a !== null && b !== null && a.runId === b.runId && a.path === b.path)
}

/** @param by the view it was selected in: the other one brings it into sight */
export function select(span: SpanRef | null, by?: SelectionView): void {
  if (sameSpan(useSelection.getState().selected, span)) return
  const where = by === 'chat' ? 'timeline' : 'chat'
  useSelection.setState({ selected: span, ...(span !== null && by !== undefined ? { reveal: { where, span } } : {}) })
}

export function hover(span: SpanRef | null): void {
  if (!sameSpan(useSelection.getState().hovered, span)) useSelection.setState({ hovered: span })
}

/** Selects a span and brings it into sight in one view. */
export function showIn(where: SelectionView, span: SpanRef): void {
  useSelection.setState({ selected: span, reveal: { where, span } })
}

/** Whether this span is the selected one; re-renders only where that changes. */
export function useIsSelected(runId: string, path: string): boolean {
  return useSelection(({ selected }) => selected?.runId === runId && selected.path === path)
}

export function useIsHovered(runId: string, path: string): boolean {
  return useSelection(({ hovered }) => hovered?.runId === runId && hovered.path === path)
}

import { create } from 'zustand'

/** A selected span of a run, shared by chat, timeline and inspector. */
export interface SpanRef {
  readonly runId: string
  readonly path: string
}
export type SelectionView = 'chat' | 'timeline'

interface Selection {
  readonly selected: SpanRef | null
  readonly hovered: SpanRef | null
  /**
   * A request to scroll to a span, such as "Show in chat". A new object for each request, so that the same request can
   * be repeated. Only the view that it names scrolls.
   */
  readonly reveal: { readonly where: SelectionView; readonly span: SpanRef } | null
}

/** One selection for the whole window, which chat and timeline both show. */
export const useSelection = create<Selection>(() => ({ selected: null, hovered: null, reveal: null }))

function sameSpan(a: SpanRef | null, b: SpanRef | null): boolean {
  return a === b || (a !== null && b !== null && a.runId === b.runId && a.path === b.path)
}

/** @param by the view in which it was selected: the other one scrolls to it */
export function select(span: SpanRef | null, by?: SelectionView): void {
  if (sameSpan(useSelection.getState().selected, span)) return
  const where = by === 'chat' ? 'timeline' : 'chat'
  useSelection.setState({ selected: span, ...(span !== null && by !== undefined ? { reveal: { where, span } } : {}) })
}

export function hover(span: SpanRef | null): void {
  if (!sameSpan(useSelection.getState().hovered, span)) useSelection.setState({ hovered: span })
}

/** Selects a span and scrolls to it in one view. */
export function showIn(where: SelectionView, span: SpanRef): void {
  useSelection.setState({ selected: span, reveal: { where, span } })
}

/** Whether this span is selected; rerenders only when that changes. */
export function useIsSelected(runId: string, path: string): boolean {
  return useSelection(({ selected }) => selected?.runId === runId && selected.path === path)
}

export function useIsHovered(runId: string, path: string): boolean {
  return useSelection(({ hovered }) => hovered?.runId === runId && hovered.path === path)
}

import { create } from 'zustand'
import { type SpanRef, select } from './selection-store.ts'

/** The span whose menu is open, and the menu's position. */
interface SpanMenu {
  readonly span: SpanRef
  readonly point: { readonly x: number; readonly y: number }
}
export const useSpanMenu = create<{ readonly open: SpanMenu | null }>(() => ({ open: null }))

/** Opens a span's menu at a point of the window, and selects the span to show what the menu refers to. */
export function openSpanMenu(span: SpanRef, event: { readonly clientX: number; readonly clientY: number }): void {
  select(span)
  useSpanMenu.setState({ open: { span, point: { x: event.clientX, y: event.clientY } } })
}
export function closeSpanMenu(): void {
  useSpanMenu.setState({ open: null })
}

import type { CodeLine } from './highlighter.ts'

/** What the window asks of the highlighting worker; `block` names a text that may grow. */
export type HighlightRequest =
  | { readonly kind: 'highlight'; readonly block: number; readonly language: string; readonly text: string }
  | { readonly kind: 'forget'; readonly block: number }

/** Answered in the order of the requests. `from`: index of the first of `lines`. */
export interface HighlightAnswer {
  readonly block: number
  readonly from: number
  readonly lines: readonly CodeLine[]
}

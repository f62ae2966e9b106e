import type { CodeLine } from './highlighter.ts'

/** A request to the highlighting worker; `block` identifies a text that may grow. */
export type HighlightRequest =
  | { readonly kind: 'highlight'; readonly block: number; readonly language: string; readonly text: string }
  | { readonly kind: 'forget'; readonly block: number }

/** Sent in the order of the requests. `from`: index of the first of `lines`. */
export interface HighlightAnswer {
  readonly block: number
  readonly from: number
  readonly lines: readonly CodeLine[]
}

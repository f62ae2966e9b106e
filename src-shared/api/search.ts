import { z } from 'zod'
import { id, read, result } from './request-shape.ts'

export const searchKinds = ['title', 'message', 'answer', 'call', 'result'] as const
export type SearchKind = (typeof searchKinds)[number]

/** A search hit. */
export interface SearchHit {
  readonly projectId: string
  readonly project: string
  readonly conversationId: string
  readonly title: string
  /** Null for a title. */
  readonly turnId: string | null
  readonly runId: string | null
  /** The step with the text; null for a title and a message. */
  readonly path: string | null
  readonly kind: SearchKind
  /** The model, or the tool; empty for the user. */
  readonly who: string
  /** ms since 1970. */
  readonly at: number
  /** The matches in context, with U+0002 and U+0003 around each match. */
  readonly excerpt: string
  /** It was damaged on disk: the text may be wrong. */
  readonly damaged?: true
}
export interface SearchFound {
  /** Best first. */
  readonly hits: readonly SearchHit[]
  /** There are older hits, which were not searched. */
  readonly more: boolean
}

export const searchRequests = {
  /** `projectId`: null for all projects. Quotes keep words together. */
  'history-search': read(z.object({ projectId: id.nullable(), query: z.string().max(200) }), result<SearchFound>()),
}

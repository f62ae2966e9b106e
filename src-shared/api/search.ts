import { z } from 'zod'
import { id, read, result } from './request-shape.ts'

export const searchKinds = ['title', 'message', 'answer', 'call', 'result'] as const
export type SearchKind = (typeof searchKinds)[number]

/** A place where the words stand. */
export interface SearchHit {
  readonly projectId: string
  readonly project: string
  readonly conversationId: string
  readonly title: string
  /** Null for a title. */
  readonly turnId: string | null
  readonly runId: string | null
  /** The step that says it; null for a title and a message. */
  readonly path: string | null
  readonly kind: SearchKind
  /** The model, or the tool; empty for the user. */
  readonly who: string
  /** ms since 1970. */
  readonly at: number
  /** The words in their surroundings; marks are U+0002 and U+0003 around each match. */
  readonly excerpt: string
  /** It was damaged on the disk: what it says may be wrong. */
  readonly damaged?: true
}
export interface SearchFound {
  /** Best first. */
  readonly hits: readonly SearchHit[]
  /** There are older places, which were not looked at. */
  readonly more: boolean
}

export const searchRequests = {
  /** `projectId`: null for all projects. Quotes keep words together. */
  'history-search': read(z.object({ projectId: id.nullable(), query: z.string().max(200) }), result<SearchFound>()),
}

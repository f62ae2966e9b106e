import type { EventBody, StoredEvent } from '../../../src-shared/run/event.ts'
import { keptOf, noAnswer, type PartialAnswer, usedBy } from '../messages/partial-answer.ts'
import { rebuildMessages } from '../replay/rebuild-messages.ts'

/** What had come of answers that have no end in the log, by path. */
export type Drafts = ReadonlyMap<string, Pick<PartialAnswer, 'text' | 'reasoning'>>

/**
 * The end of a model call that a crash cut off, with what had been written of its answer and what it used at least.
 * Other ends stay as they are.
 */
export function withDraft(
  end: EventBody,
  drafts: Drafts,
  starts: readonly StoredEvent[],
  readBody: (ref: string) => string,
): EventBody {
  const draft = end.type === 'model-end' ? drafts.get(end.path) : undefined
  if (end.type !== 'model-end' || draft === undefined) return end
  const partial = { ...noAnswer, ...draft }
  const sent = rebuildMessages(starts, end.path, readBody) ?? []
  return { ...end, ...keptOf(partial), spent: usedBy(partial, JSON.stringify(sent).length) }
}

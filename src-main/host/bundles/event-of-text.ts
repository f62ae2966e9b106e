import { parseEvent, type StoredEvent } from '../../../src-shared/run/event.ts'
import type { NamedBodies } from '../../agent/messages/named-bodies.ts'

/** An event from or for a bundle; one too damaged to be read is of kind unknown. */
export function eventOfText(text: string): StoredEvent {
  try {
    return parseEvent(text)
  } catch {
    return { seq: -1, at: 0, ms: 0, type: 'unknown', raw: text, damaged: true }
  }
}

/** The bodies that an event refers to; none if it is too damaged. */
export function bodiesIn(named: NamedBodies, event: StoredEvent): readonly string[] {
  try {
    return named.of(event)
  } catch {
    return []
  }
}

import { parseEvent, type StoredEvent } from '../../../src-shared/run/event.ts'
import type { NamedBodies } from '../../agent/messages/named-bodies.ts'

/** An event of a bundle, or one that goes into it; what is so damaged that it cannot be read is unknown. */
export function eventOfText(text: string): StoredEvent {
  try {
    return parseEvent(text)
  } catch {
    return { seq: -1, at: 0, ms: 0, type: 'unknown', raw: text, damaged: true }
  }
}

/** The bodies that an event names; none that is so damaged that it names no such list. */
export function bodiesIn(named: NamedBodies, event: StoredEvent): readonly string[] {
  try {
    return named.of(event)
  } catch {
    return []
  }
}

import { createHash } from 'node:crypto'
import { type EventBody, parseEvent, type RunEvent, type StoredEvent } from '../../../src-shared/run/event.ts'
import type { LogPort } from '../ports.ts'

/** A run's log in memory that serializes events to JSON as the store's does. */
export interface MemoryLog extends LogPort {
  readonly written: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
}

/** @param past what a run before left, for resume */
export function memoryLog(
  past: readonly StoredEvent[] = [],
  stored: ReadonlyMap<string, string> = new Map(),
): MemoryLog {
  const bodies = new Map(stored)
  const written: StoredEvent[] = [...past]
  let size = 0
  return {
    written,
    bodies,
    append(body: EventBody): RunEvent {
      const event: RunEvent = { ...body, seq: written.length, at: 0, ms: written.length }
      const text = JSON.stringify(event)
      size += text.length
      written.push(parseEvent(text))
      return event
    },
    commit: () => {},
    live: () => {},
    size: () => size,
    putBody(text) {
      const ref = createHash('sha256').update(text).digest('hex')
      if (!bodies.has(ref)) size += text.length
      bodies.set(ref, text)
      return ref
    },
    readBody: (ref) => bodies.get(ref) ?? '',
    events: (afterSeq = -1) => written.slice(afterSeq + 1),
  }
}

import { createHash } from 'node:crypto'
import { type EventBody, parseEvent, type RunEvent, type StoredEvent } from '../../src-shared/event.ts'
import type { LogPort } from './ports.ts'

/** A run's log that goes through JSON text as the store's does, and is gone with the process. */
export interface MemoryLog extends LogPort {
  readonly written: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
}

/** @param past what a run before left, for resume */
export function memoryLog(past: readonly StoredEvent[] = [], kept: ReadonlyMap<string, string> = new Map()): MemoryLog {
  const bodies = new Map(kept)
  const written: StoredEvent[] = [...past]
  return {
    written,
    bodies,
    append(body: EventBody): RunEvent {
      const event: RunEvent = { ...body, seq: written.length, at: 0, ms: written.length }
      written.push(parseEvent(JSON.stringify(event)))
      return event
    },
    commit: () => {},
    live: () => {},
    putBody(text) {
      const ref = createHash('sha256').update(text).digest('hex')
      bodies.set(ref, text)
      return ref
    },
    readBody: (ref) => bodies.get(ref) ?? '',
    events: () => [...written],
  }
}

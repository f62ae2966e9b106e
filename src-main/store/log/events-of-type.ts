import type { EventType, StoredEvent } from '../../../src-shared/run/event.ts'
import type { Database } from '../database/database.ts'
import { eventRow, storedEvent } from '../database/rows.ts'
import { type LogRow, packedAfter } from './log-pages.ts'
import { allEvents } from './read-events.ts'

// In a text that an event quotes, quotation marks are escaped.
const select = 'SELECT seq, text, hash FROM events WHERE run_id = ? AND instr(text, ?) > 0 ORDER BY seq'

/** The events of some types, without reading the others, so that a long log is not loaded into memory for a few. */
export function eventsOfType(database: Database, runId: string, types: readonly EventType[]): StoredEvent[] {
  const packed = packedAfter(database, runId, -1, allEvents).filter(({ text }) =>
    types.some((type) => text.includes(`"type":"${type}"`)),
  )
  return types
    .flatMap((type): LogRow[] => database.all(eventRow, select, runId, `"type":"${type}"`))
    .concat(packed)
    .map(({ seq, text }) => storedEvent(seq, text, undefined, true))
    .filter((event) => types.some((type) => event.type === type))
    .sort((a, b) => a.seq - b.seq)
}

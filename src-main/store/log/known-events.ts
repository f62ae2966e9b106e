import { z } from 'zod'
import type { RunEvent } from '../../../src-shared/run/event.ts'
import type { Database } from '../database/database.ts'
import { readTexts } from './read-events.ts'

/**
 * Events of a log as they were written, if all of them are known to be valid: each was read and checked in full
 * before (`run_outlines.plain`), so that only its position and its link in the chain are checked again. That is several
 * times quicker.
 * @returns null if that no longer holds; then they need the full check
 */
export function knownEvents(database: Database, runId: string, afterSeq: number, most: number): RunEvent[] | null {
  const found: RunEvent[] = []
  for (const { seq, text, damaged } of readTexts(database, runId, afterSeq, most)) {
    const event = damaged ? null : eventAt(text, seq)
    if (event === null) return null
    found.push(event)
  }
  return found
}

const stamped = z.object({ seq: z.number(), at: z.number(), ms: z.number(), type: z.string() })
const asWritten = z.custom<RunEvent>((value) => stamped.safeParse(value).success)

function eventAt(text: string, seq: number): RunEvent | null {
  try {
    const read = asWritten.safeParse(JSON.parse(text))
    return read.success && read.data.seq === seq ? read.data : null
  } catch {
    return null
  }
}

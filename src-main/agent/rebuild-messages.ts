import type { EventOf, StoredEvent } from '../../src-shared/event.ts'
import type { Message } from '../../src-shared/message.ts'
import { readMessage } from './request-log.ts'

/**
 * What the model saw at a path, message by message, just as it was asked: read from the log alone.
 *
 * @returns null where no model was called at this path
 */
export function rebuildMessages(
  events: readonly StoredEvent[],
  path: string,
  readBody: (ref: string) => string,
): Message[] | null {
  return requestRefs(events, path)?.map((ref) => readMessage(readBody(ref))) ?? null
}

/** The bodies of these messages; null where no model was called at this path. */
export function requestRefs(events: readonly StoredEvent[], path: string): string[] | null {
  const starts = new Map<string, EventOf<'model-start'>>()
  for (const event of events) if (event.type === 'model-start') starts.set(event.path, event)
  return starts.has(path) ? refsOf(starts, path) : null
}

/** Walks from the request to its bases, taking from each what the later ones kept of it. */
function refsOf(starts: ReadonlyMap<string, EventOf<'model-start'>>, path: string): string[] {
  const parts: (readonly string[])[] = []
  let at: string | null = path
  let wanted = Number.POSITIVE_INFINITY
  while (at !== null && wanted > 0) {
    const start = starts.get(at)
    if (start === undefined) throw new Error(`the request at ${path} builds on ${at}, which is not in the log`)
    const { base, keep, refs }: EventOf<'model-start'>['messages'] = start.messages
    if (wanted > keep) parts.push(refs.slice(0, wanted - keep))
    wanted = Math.min(wanted, keep)
    at = base
  }
  return parts.reverse().flat()
}

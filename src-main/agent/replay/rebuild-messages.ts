import type { Message } from '../../../src-shared/model/message.ts'
import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { withHistory } from '../messages/history-slices.ts'
import { listRefs } from '../messages/message-list.ts'
import { readMessage } from '../messages/request-log.ts'

/**
 * What the model saw at a path, message by message, read from the log alone.
 *
 * @returns null if no model was called at this path
 */
export function rebuildMessages(
  events: readonly StoredEvent[],
  path: string,
  readBody: (ref: string) => string,
): Message[] | null {
  return requestRefs(events, path, readBody)?.map((ref) => readMessage(readBody(ref))) ?? null
}

/** The bodies of these messages; null if no model was called at this path. */
export function requestRefs(
  events: readonly StoredEvent[],
  path: string,
  readBody: (ref: string) => string,
): string[] | null {
  const starts = new Map<string, ModelRequestStart>()
  for (const event of events) {
    if (event.type === 'model-start') starts.set(event.path, event)
    // Until it starts, a request that a pause shows is as the strategy asked for it.
    if (event.type === 'pause-ask' && event.step.type === 'model-start') starts.set(event.path, event.step)
  }
  return starts.has(path) ? refsOf(starts, path, () => historyRefs(events, readBody)) : null
}

type ModelRequestStart = Pick<EventOf<'model-start'>, 'messages'>

/** The bodies of the earlier turns' messages, as the run was given them. */
export function historyRefs(events: readonly StoredEvent[], readBody: (ref: string) => string): readonly string[] {
  const start = events.find((event): event is EventOf<'run-start'> => event.type === 'run-start')
  return start === undefined ? [] : listRefs(start.history, readBody)
}

/** Walks from the request to its bases, taking from each the messages that the later ones share. */
function refsOf(
  starts: ReadonlyMap<string, ModelRequestStart>,
  path: string,
  history: () => readonly string[],
): string[] {
  const parts: (readonly string[])[] = []
  let at: string | null = path
  let wanted = Number.POSITIVE_INFINITY
  while (at !== null && wanted > 0) {
    const start = starts.get(at)
    if (start === undefined) throw new Error(`the request at ${path} builds on ${at}, which is not in the log`)
    const { base, keep, slices }: EventOf<'model-start'>['messages'] = start.messages
    const refs = slices === undefined ? start.messages.refs : withHistory(start.messages, history())
    if (wanted > keep) parts.push(refs.slice(0, wanted - keep))
    wanted = Math.min(wanted, keep)
    at = base
  }
  return parts.reverse().flat()
}

import type { EndStatus, EventOf, StoredEvent, Totals } from '../../src-shared/event.ts'
import type { Failure } from '../../src-shared/failure.ts'
import type { JsonObject } from '../../src-shared/json.ts'
import type { Message } from '../../src-shared/message.ts'
import type { LogPort } from './ports.ts'
import { readMessage } from './request-log.ts'

/** How a run ended. `interrupted`: its log could not be written; it has no end there and can be resumed. */
export interface RunEnd {
  readonly status: EndStatus | 'interrupted'
  readonly text: string
  /** What this turn adds to the conversation, from the user's message on. */
  readonly messages: readonly Message[]
  readonly meta: JsonObject
  readonly failure: Failure | null
  readonly totals: Totals
}

/** The end of a run that has one in its log. */
export function loggedEnd(events: readonly StoredEvent[], log: LogPort): RunEnd | null {
  const end = events.findLast((event): event is EventOf<'run-end'> => event.type === 'run-end')
  if (end === undefined) return null
  const { status, text, meta, failure, totals } = end
  return { status, text, meta, failure, totals, messages: end.messages.map((ref) => readMessage(log.readBody(ref))) }
}

export const bodyOf = (log: LogPort, message: Message): string => log.putBody(JSON.stringify(message))

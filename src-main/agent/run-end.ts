import type { Failure } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { EndStatus, EventOf, StoredEvent, Totals } from '../../src-shared/run/event.ts'
import type { HistorySummary } from '../../src-shared/strategy/task.ts'
import { readMessage } from './messages/request-log.ts'
import type { LogPort } from './ports.ts'

/** How a run ended. `interrupted`: its log could not be written; it has no end there and can be resumed. */
export interface RunEnd {
  readonly status: EndStatus | 'interrupted'
  readonly text: string
  /** What this turn adds to the conversation, from the user's message on. */
  readonly messages: readonly Message[]
  readonly meta: JsonObject
  readonly failure: Failure | null
  /** For the turns that follow. */
  readonly summary?: HistorySummary
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

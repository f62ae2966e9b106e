import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message, ToolMessage } from '../../../src-shared/model/message.ts'
import type { EventOf, StoredEvent } from '../../../src-shared/run/event.ts'
import { withWholeCalls } from '../../strategy/context/history.ts'
import { assistantText, resultMessage, userText, withDistinctIds } from '../../strategy/messages.ts'
import type { PartialAnswer } from '../messages/partial-answer.ts'
import type { LogPort } from '../ports.ts'
import { rebuildMessages } from '../replay/rebuild-messages.ts'

export interface KeptWork {
  /** The user's message and what was done so far, in a form that the next turn can continue from. */
  readonly messages: readonly Message[]
  /** The last words of the model. */
  readonly text: string
}

/**
 * What a run without an outcome leaves to the conversation, read from its log: what the last
 * model on the main line saw of this turn, what it said, and the results of its calls.
 *
 * 1. No call is without a result.
 * 2. The last message is an assistant's, so that the next turn can begin with the user's.
 *
 * @param starts from the trail: `run-start`, model calls and child runs as they started
 * @param log read from the call on that the work is taken from, no further back
 * @param partials what came of model calls that have not ended, by path
 */
export function keptWork(
  starts: readonly StoredEvent[],
  goal: string,
  log: Pick<LogPort, 'readBody' | 'events'>,
  partials: ReadonlyMap<string, Pick<PartialAnswer, 'text'>>,
  failure: Failure,
): KeptWork {
  const work = workOnGoal(starts, goal, (ref) => log.readBody(ref))
  const notice =
    work === null
      ? []
      : answerAndResults(log.events(work.call.seq), work.call, partials.get(work.call.path)?.text ?? '')
  const messages = [...(work?.seen ?? [userText(goal)]), ...notice]
  const text = messages.findLast((message) => message.role === 'assistant')?.text ?? ''
  return { messages: fitForNextTurn(messages, failure), text }
}

/** No call without its result, and if the turn failed, the last message is an assistant's. */
export function fitForNextTurn(messages: readonly Message[], failure: Failure | null): readonly Message[] {
  const whole = withWholeCalls(messages)
  if (failure === null || whole.at(-1)?.role === 'assistant') return whole
  return [...whole, assistantText(`(${failure.message})`)]
}

/**
 * With what the model had written, if the run failed because its answer broke off: the next turn goes on from there.
 * @param events with the last model call, and all after it
 */
export function withCutAnswer(
  messages: readonly Message[],
  failure: Failure | null,
  events: readonly StoredEvent[],
): readonly Message[] {
  const call = events.findLast((event) => event.type === 'model-start')
  if (failure === null || call?.type !== 'model-start' || call.path.includes('/')) return messages
  const end = events.findLast((event) => event.type === 'model-end' && event.path === call.path)
  // Logs without what the call used are of versions that kept no such answer.
  if (end?.type !== 'model-end' || end.outcome.ok || end.spent === undefined || end.said === undefined) return messages
  return messages.at(-1)?.role === 'assistant' ? messages : [...messages, assistantText(end.said)]
}

interface WorkOnGoal {
  readonly call: EventOf<'model-start'>
  /** What the model saw of this turn. */
  readonly seen: readonly Message[]
}

/** The latest call on the main line that worked on the user's message; a summarizer, for example, does not. */
function workOnGoal(
  events: readonly StoredEvent[],
  goal: string,
  readBody: (ref: string) => string,
): WorkOnGoal | null {
  for (const call of mainLineCalls(events).reverse()) {
    const messages = rebuildMessages(events, call.path, readBody) ?? []
    const from = messages.findLastIndex((message) => message.role === 'user' && message.text === goal)
    if (from >= 0) return { call, seen: messages.slice(from) }
  }
  return null
}

/** Messages of branches and child runs belong to their results. */
function mainLineCalls(events: readonly StoredEvent[]): EventOf<'model-start'>[] {
  const children = events.flatMap((event) => (event.type === 'child-start' ? [`${event.path}.`] : []))
  return events.filter(
    (event): event is EventOf<'model-start'> =>
      event.type === 'model-start' &&
      !event.path.includes('/') &&
      !children.some((child) => event.path.startsWith(child)),
  )
}

function answerAndResults(events: readonly StoredEvent[], start: EventOf<'model-start'>, partial: string): Message[] {
  const unfinished = partial.trim() === '' ? [] : [assistantText(partial)]
  const end = events.findLast((event) => event.type === 'model-end' && event.path === start.path)
  if (end?.type !== 'model-end' || !end.outcome.ok) return unfinished
  const message = withDistinctIds(end.outcome.value.message)
  if (message.text.trim() === '' && message.toolCalls.length === 0) return []
  const results = events.filter((event) => event.seq > end.seq).flatMap(resultOf)
  const wanted = new Set(message.toolCalls.map((call) => call.id))
  return [message, ...results.filter((result) => wanted.delete(result.callId))]
}

const resultOf = (event: StoredEvent): ToolMessage[] =>
  event.type === 'tool-end' && event.outcome.ok ? [resultMessage(event.outcome.value)] : []

import type { EventOf, StoredEvent } from '../../src-shared/event.ts'
import type { Failure } from '../../src-shared/failure.ts'
import type { Message, ToolMessage } from '../../src-shared/message.ts'
import { withWholeCalls } from '../strategy/history.ts'
import { assistantText, resultMessage, userText, withDistinctIds } from '../strategy/messages.ts'
import { rebuildMessages } from './rebuild-messages.ts'

export interface KeptWork {
  /** The user's message and what was done so far, fit for the next turn to go on from. */
  readonly messages: readonly Message[]
  /** The last words of the model. */
  readonly text: string
}

/**
 * What a run that came to no outcome of its own leaves to the conversation, read from its log: what the last
 * model on the main line saw of this turn, what it said, and the results of its calls.
 *
 * 1. No call is without a result.
 * 2. The last message is an assistant's, so that the next turn can begin with the user's.
 *
 * @param partials text of model calls that have not ended, by path
 */
export function keptWork(
  events: readonly StoredEvent[],
  goal: string,
  readBody: (ref: string) => string,
  partials: ReadonlyMap<string, string>,
  failure: Failure,
): KeptWork {
  const last = lastModelCall(events)
  const seen = last === undefined ? [] : sinceGoal(rebuildMessages(events, last.path, readBody) ?? [], goal)
  const said = last === undefined ? [] : answerAndResults(events, last, partials.get(last.path) ?? '')
  const messages = [...(seen.length === 0 ? [userText(goal)] : seen), ...said]
  const text = messages.findLast((message) => message.role === 'assistant')?.text ?? ''
  return { messages: fitForNextTurn(messages, failure), text }
}

/** No call without its result, and where the turn failed the last word an assistant's. */
export function fitForNextTurn(messages: readonly Message[], failure: Failure | null): readonly Message[] {
  const whole = withWholeCalls(messages)
  if (failure === null || whole.at(-1)?.role === 'assistant') return whole
  return [...whole, assistantText(`(${failure.message})`)]
}

/** The latest on the main line: what branches and child runs said belongs to their results. */
function lastModelCall(events: readonly StoredEvent[]): EventOf<'model-start'> | undefined {
  const children: string[] = []
  let last: EventOf<'model-start'> | undefined
  for (const event of events) {
    if (event.type === 'child-start') children.push(`${event.path}.`)
    if (event.type !== 'model-start' || event.path.includes('/')) continue
    if (!children.some((child) => event.path.startsWith(child))) last = event
  }
  return last
}

function sinceGoal(messages: readonly Message[], goal: string): readonly Message[] {
  const from = messages.findLastIndex((message) => message.role === 'user' && message.text === goal)
  return from < 0 ? [] : messages.slice(from)
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

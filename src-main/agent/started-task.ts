import type { Message } from '../../src-shared/model/message.ts'
import type { EventOf } from '../../src-shared/run/event.ts'
import type { MessageList } from '../../src-shared/run/request-messages.ts'
import { taskSetup } from '../../src-shared/run/started-task.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { extendList, listRefs } from './messages/message-list.ts'
import { storedMessage } from './messages/request-log.ts'

type Start = EventOf<'run-start'>
type Given = Omit<Task, 'history'>

/** A task as a run's first event holds it. */
export function startedTask(task: Given, putBody: (text: string) => string): Start['task'] {
  const { goal, mode, compactNow, attached, messages, ...setup } = task
  const own = { goal, mode, ...(compactNow && { compactNow }), ...(attached && { attached }) }
  const plain = JSON.stringify(messages) === JSON.stringify([{ role: 'user', text: goal }])
  return { ...own, ...(!plain && { messages }), setup: putBody(JSON.stringify(setup)) }
}

/** The task without its history, as it was given to the strategy. */
export function givenTask({ task }: Pick<Start, 'task'>, readBody: (ref: string) => string): Given {
  if (!('setup' in task)) return task
  const { goal, mode, compactNow, attached, messages = [{ role: 'user', text: goal }] } = task
  const { system, tools, ...rest } = taskSetup.parse(JSON.parse(readBody(task.setup)))
  const own = { ...(compactNow && { compactNow }), ...(attached && { attached }) }
  return { goal, system, messages, tools, mode, ...own, ...rest }
}

/** The whole task of a run, read from its first event. */
export function taskOf(start: Start, readBody: (ref: string) => string): Task {
  const history = listRefs(start.history, readBody).map((ref) => storedMessage(ref, readBody(ref)))
  return { ...givenTask(start, readBody), history }
}

/** The messages of earlier turns, by their list and one by one. `refs` and `messages` are the same length. */
export interface StoredHistory {
  readonly list: MessageList
  readonly refs: readonly string[]
  readonly messages: readonly Message[]
}

export function storedHistory(messages: readonly Message[], putBody: (text: string) => string): StoredHistory {
  const refs = messages.map((message) => putBody(JSON.stringify(message)))
  return { list: extendList([], refs, putBody), refs, messages }
}

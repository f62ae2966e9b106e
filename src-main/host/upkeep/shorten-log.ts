import type { Turn } from '../../../src-shared/run/conversation.ts'
import { type EventOf, parseEvent } from '../../../src-shared/run/event.ts'
import type { MessageList } from '../../../src-shared/run/request-messages.ts'
import { withHistory, withoutHistory } from '../../agent/messages/history-slices.ts'
import { chainOf, extendList, listRefs } from '../../agent/messages/message-list.ts'
import { givenTask, startedTask } from '../../agent/started-task.ts'
import type { Store } from '../../store/store.ts'
import { type Histories, openHistories } from '../opening/histories.ts'
import { branchList } from '../runs/branch-history.ts'

/**
 * A log with more events is not rewritten: it is long because much was done, and rehashing it would block everything.
 */
const maxEvents = 10_000

/**
 * Rewrites the next log of an older format, with earlier messages referred to by their list and the task's setup as a
 * body. A log is rewritten entirely or not at all, after a comparison of the content. Unreadable ones stay as they are.
 *
 * @returns whether there was one
 */
export function shortenNext(store: Store, histories: Histories = openHistories(store)): boolean {
  return store.transaction(() => {
    const runId = store.oldLogs.next()
    if (runId === undefined) return false
    if (store.events.count(runId) <= maxEvents) shorten(store, histories, runId)
    store.oldLogs.done(runId)
    return true
  })
}

function shorten(store: Store, histories: Histories, runId: string): void {
  store.events.rewrite(runId, (texts) => {
    try {
      return shortened(texts, {
        putBody: store.bodies.put,
        readBody: (ref) => bodyIn(store, ref),
        listOf: (refs) => listOf(store, histories, runId, refs),
      })
    } catch {
      return null
    }
  })
}

function bodyIn(store: Store, ref: string): string {
  const text = store.bodies.get(ref)
  if (text === undefined) throw new Error(`the store has no body ${ref}`)
  return text
}

/**
 * An equivalent list, based on the branch's own so that the runs of a conversation share their links, or else on that
 * of the turn before, for example if the end of an earlier turn is damaged.
 */
function listOf(store: Store, histories: Histories, runId: string, refs: readonly string[]): MessageList {
  const turn = store.turns.get(store.runs.get(runId)?.turnId ?? '')
  const before = store.turns.get(turn?.parentId ?? '')
  for (const look of [() => branchList(store, before?.id ?? null), () => givenTo(store, before)]) {
    const list = ifReadable(look)
    const known = list === null ? null : ifReadable(() => histories.read(list).refs)
    if (list !== null && known?.every((ref, at) => ref === refs[at]))
      return extendList(list, refs.slice(known.length), store.bodies.put)
  }
  return chainOf(refs, store.bodies.put)
}

/** The input messages of a turn's run. */
function givenTo(store: Store, turn: Turn | undefined): MessageList | null {
  const run = turn?.runs.at(-1)
  const start = run === undefined ? undefined : store.events.read(run.id, -1, 1)[0]
  return start?.type === 'run-start' ? start.history : null
}

function ifReadable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

interface Bodies {
  putBody(text: string): string
  readBody(ref: string): string
  listOf(refs: readonly string[]): MessageList
}

type Start = EventOf<'run-start'>

/** The events in today's format; null if they already are, or are not understood. */
function shortened(texts: readonly string[], bodies: Bodies): readonly string[] | null {
  const [first] = texts
  const start = first === undefined ? null : parseEvent(first)
  if (first === undefined || start?.type !== 'run-start') return null
  const refs = listRefs(start.history, bodies.readBody)
  const isOld = !('setup' in start.task) || (refs.length > 0 && !('list' in start.history))
  if (!isOld) return null
  return [shorterStart(first, start, refs, bodies), ...texts.slice(1).map((text) => shorterRequest(text, refs))]
}

/** Unknown fields are kept in place. */
function shorterStart(text: string, start: Start, refs: readonly string[], bodies: Bodies): string {
  const before = givenTask(start, bodies.readBody)
  const task = startedTask(before, bodies.putBody)
  const history = refs.length === 0 ? [] : bodies.listOf(refs)
  const same = JSON.stringify(givenTask({ task }, bodies.readBody)) === JSON.stringify(before)
  if (!same || history.length !== refs.length) throw new Error('it would not say the same')
  return JSON.stringify({ ...JSON.parse(text), task, history })
}

function shorterRequest(text: string, history: readonly string[]): string {
  if (!text.includes('"model-start"')) return text
  const event = parseEvent(text)
  if (event.type !== 'model-start' || event.messages.slices !== undefined) return text
  const { refs } = event.messages
  const shorter = withoutHistory(refs, history)
  if (shorter.slices === undefined) return text
  if (withHistory(shorter, history).join() !== refs.join()) throw new Error('it would not say the same')
  const raw = JSON.parse(text)
  return JSON.stringify({ ...raw, messages: { ...raw.messages, ...shorter } })
}

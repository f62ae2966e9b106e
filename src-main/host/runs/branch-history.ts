import { z } from 'zod'
import type { Message } from '../../../src-shared/model/message.ts'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import type { EventOf } from '../../../src-shared/run/event.ts'
import type { MessageList } from '../../../src-shared/run/request-messages.ts'
import type { HistorySummary } from '../../../src-shared/strategy/task.ts'
import { extendList } from '../../agent/messages/message-list.ts'
import type { Store } from '../../store/store.ts'
import { refuseDamaged } from '../opening/damaged-runs.ts'

/**
 * What a turn gets of its branch. Each run's end is read once. @param parentId the preceding turn; null for the first
 */
export function branchHistory(
  store: Store,
  parentId: string | null,
): { readonly list: MessageList; readonly summary: HistorySummary | undefined } {
  const endOf = runEnds(store)
  return { list: branchList(store, parentId, endOf), summary: branchSummary(store, parentId, endOf) }
}

/**
 * The messages of a branch's earlier turns, oldest first: of each turn what its latest ended run added, and the
 * user's message alone if none has ended. A turn that failed is part of it too.
 *
 * The result is cached with the latest turn and some earlier ones, so that the next turn only adds to it.
 * @param parentId the preceding turn; null for the first
 */
export function branchList(store: Store, parentId: string | null, endOf = runEnds(store)): MessageList {
  return store.transaction(() => {
    const { before, turns } = turnsAfterKnown(store, parentId)
    let list: MessageList = before
    for (const turn of turns) {
      list = extendList(list, turnRefs(store, turn, endOf), store.bodies.put)
      if ('list' in list) store.turnLists.save(turn, list)
    }
    return list
  })
}

/** The latest cached list in the branch up to a turn, and the turns after it, oldest first. */
function turnsAfterKnown(store: Store, parentId: string | null) {
  const turns: Turn[] = []
  const seen = new Set<string>()
  for (let at = parentId; at !== null && !seen.has(at); ) {
    const before = store.turnLists.get(at)
    if (before !== undefined) return { before, turns: turns.reverse() }
    const turn = store.turns.get(at)
    if (turn === undefined) break
    turns.push(turn)
    seen.add(at)
    at = turn.parentId
  }
  return { before: [], turns: turns.reverse() }
}

/** The summary of the history that was made or used last. */
function branchSummary(store: Store, parentId: string | null, endOf: RunEnds): HistorySummary | undefined {
  const runs = parentId === null ? [] : (store.turns.get(parentId)?.runs ?? [])
  for (const run of runs.toReversed()) {
    const end = endOf(run.id)
    if (end === undefined) continue
    const body = end.summary === undefined ? undefined : store.bodies.get(end.summary.text)
    return end.summary === undefined || body === undefined
      ? undefined
      : { ...end.summary, text: z.string().parse(JSON.parse(body)) }
  }
  return undefined
}

function turnRefs(store: Store, turn: Turn, endOf: RunEnds): readonly string[] {
  for (const run of turn.runs.toReversed()) {
    const end = endOf(run.id)
    if (end !== undefined && end.messages.length > 0) return end.messages
  }
  return [store.bodies.put(JSON.stringify({ role: 'user', text: turn.message } satisfies Message))]
}

/** How runs ended; undefined if one has not. Remembers those that it has read. */
type RunEnds = (runId: string) => EventOf<'run-end'> | undefined

function runEnds(store: Store): RunEnds {
  const known = new Map<string, EventOf<'run-end'> | undefined>()
  return (runId) => {
    if (!known.has(runId)) known.set(runId, runEnd(store, runId))
    return known.get(runId)
  }
}

/** The end is the log's last event. */
function runEnd(store: Store, runId: string): EventOf<'run-end'> | undefined {
  const end = store.events.read(runId, store.events.count(runId) - 2)
  refuseDamaged(end, 'cannot be answered to')
  const last = end.at(-1)
  return last?.type === 'run-end' ? last : undefined
}

import { branchTo, type Turn } from '../../src-shared/conversation.ts'
import type { EventOf } from '../../src-shared/event.ts'
import { type Message, message } from '../../src-shared/message.ts'
import type { Store } from '../store/store.ts'

export interface History {
  /** Bodies of the messages, for the log. */
  readonly refs: readonly string[]
  readonly messages: readonly Message[]
}

/**
 * The messages of a branch's earlier turns, oldest first: of each turn what its latest ended run added, and the
 * user's message alone where none has ended. A turn that failed is part of it too.
 * @param parentId the turn that is answered to; null is the beginning
 */
export function branchHistory(store: Store, conversationId: string, parentId: string | null): History {
  if (parentId === null) return { refs: [], messages: [] }
  const turns = branchTo(store.turns.list(conversationId), parentId)
  const refs = turns.flatMap((turn) => turnRefs(store, turn))
  return { refs, messages: refs.map((ref) => readMessage(store, ref)) }
}

function turnRefs(store: Store, turn: Turn): readonly string[] {
  for (const run of turn.runs.toReversed()) {
    const end = runEnd(store, run.id)
    if (end !== undefined && end.messages.length > 0) return end.messages
  }
  return [store.bodies.put(JSON.stringify({ role: 'user', text: turn.message } satisfies Message))]
}

/** How a run ended; undefined where it has not. The end is the log's last event. */
function runEnd(store: Store, runId: string): EventOf<'run-end'> | undefined {
  const last = store.events.read(runId, store.events.count(runId) - 2).at(-1)
  return last?.type === 'run-end' ? last : undefined
}

function readMessage(store: Store, ref: string): Message {
  const text = store.bodies.get(ref)
  if (text === undefined) throw new Error(`the store has no body ${ref}`)
  return message.parse(JSON.parse(text))
}

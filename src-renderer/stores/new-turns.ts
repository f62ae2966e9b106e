import type { Turn } from '../../src-shared/run/conversation.ts'
import { ask } from '../host/host.ts'
import { loaded } from './server-cache/loadable.ts'
import { openConversation, turnToShow } from './session/conversations.ts'
import { useWorkbench } from './session/workbench-store.ts'

const { getState, setState } = useWorkbench

/**
 * Turns that come into the conversation that is open. Each is asked for by itself, so that the next turn of a long
 * conversation costs what its first did.
 *
 * 1. A turn that is there is not asked for, and one that two wait for is asked for once.
 * 2. The host answers in the order of the questions and tells of changes in the order they happen: a turn that comes while the
 *    conversation is read anew is put into what was read, and what is told of its run after the answer is newer than it.
 * 3. Where the tree cannot take a turn (it is not here, or the turn it answers to is missing) the whole is read.
 */
const coming = new Map<string, Promise<Arrival>>()
/** `gone`: it was deleted meanwhile, which is told by itself. */
type Arrival = 'here' | 'gone' | 'no-place'

/** @param wanted the turn to show then; null: the one that is shown, down to its newest leaf */
export async function takeNewTurn(conversationId: string, turnId: string, wanted: string | null): Promise<void> {
  if (!isIn(conversationId, null)) return openConversation(conversationId, wanted)
  const arrival = isIn(conversationId, turnId) ? 'here' : await bring(turnId)
  if (getState().conversationId !== conversationId || arrival === 'gone') return
  if (arrival === 'no-place') return openConversation(conversationId, wanted)
  const { tree, turnId: shown } = getState()
  if (tree?.state === 'ready') setState({ turnId: turnToShow(tree.value, wanted ?? shown) })
}

function bring(turnId: string): Promise<Arrival> {
  const arrival = coming.get(turnId) ?? arrive(turnId).finally(() => coming.delete(turnId))
  coming.set(turnId, arrival)
  return arrival
}

async function arrive(turnId: string): Promise<Arrival> {
  const turn = await loaded(ask('turn-read', { turnId }))
  if (turn.state !== 'ready') return 'no-place'
  if (turn.value === null) return 'gone'
  return put(turn.value) ? 'here' : 'no-place'
}

/** @param turnId null: whether the conversation is here at all */
function isIn(conversationId: string, turnId: string | null): boolean {
  const { conversationId: open, tree } = getState()
  if (open !== conversationId || tree?.state !== 'ready') return false
  return turnId === null || tree.value.turns.some((each) => each.id === turnId)
}

/** @returns false where it has no place in the tree */
function put(turn: Turn): boolean {
  const { conversationId, tree } = getState()
  if (tree?.state !== 'ready' || turn.conversationId !== conversationId) return false
  const { turns } = tree.value
  if (turns.some((each) => each.id === turn.id)) return true
  if (turn.parentId !== null && !turns.some((each) => each.id === turn.parentId)) return false
  setState({ tree: { state: 'ready', value: { ...tree.value, turns: [...turns, turn] } } })
  return true
}

import type { Turn } from '../../src-shared/run/conversation.ts'
import { ask } from '../host/host.ts'
import { toLoadable } from './server-cache/loadable.ts'
import { openConversation, turnToShow } from './session/conversations.ts'
import { useWorkbench } from './session/workbench-store.ts'

const { getState, setState } = useWorkbench

/**
 * Adds new turns to the open conversation. Each turn is requested on its own, so that the cost does not grow with the
 * length of the conversation.
 *
 * 1. A turn that is already loaded is not requested, and concurrent requests for a turn are shared.
 * 2. The host responds in the order of the requests and reports changes in the order in which they happen. So a turn
 *    that arrives while the conversation is reloaded is added to the reloaded one, and reports on its run that follow
 *    the response are newer than it.
 * 3. If a turn can't be added (the conversation is not loaded, or its parent is missing), the whole conversation is
 *    loaded.
 */
const coming = new Map<string, Promise<Arrival>>()
/** `gone`: it was deleted meanwhile, which the host reports separately. */
type Arrival = 'here' | 'gone' | 'no-place'

/** @param wanted the turn to show afterwards; null for the shown branch, down to its newest leaf */
export async function loadNewTurn(conversationId: string, turnId: string, wanted: string | null): Promise<void> {
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
  const turn = await toLoadable(ask('turn-read', { turnId }))
  if (turn.state !== 'ready') return 'no-place'
  if (turn.value === null) return 'gone'
  return put(turn.value) ? 'here' : 'no-place'
}

/** @param turnId null checks only whether the conversation is loaded */
function isIn(conversationId: string, turnId: string | null): boolean {
  const { conversationId: open, tree } = getState()
  if (open !== conversationId || tree?.state !== 'ready') return false
  return turnId === null || tree.value.turns.some((each) => each.id === turnId)
}

/** @returns false if it can't be added to the tree */
function put(turn: Turn): boolean {
  const { conversationId, tree } = getState()
  if (tree?.state !== 'ready' || turn.conversationId !== conversationId) return false
  const { turns } = tree.value
  if (turns.some((each) => each.id === turn.id)) return true
  if (turn.parentId !== null && !turns.some((each) => each.id === turn.parentId)) return false
  setState({ tree: { state: 'ready', value: { ...tree.value, turns: [...turns, turn] } } })
  return true
}

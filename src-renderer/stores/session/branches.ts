import { toast } from 'sonner'
import type { Params } from '../../../src-shared/api/host-api.ts'
import { formatNumber, plural } from '../../../src-shared/base/format.ts'
import type { ConversationTree, Turn, TurnMark } from '../../../src-shared/run/conversation.ts'
import { branchTo } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { openConversation } from './conversations.ts'
import { useWorkbench } from './workbench-store.ts'

/** Branch names and marks, which people put on turns, and deleting turns. */

const unmarked: TurnMark = { name: null, starred: false, archived: false }

export function markOf(turn: Turn): TurnMark {
  return turn.mark ?? unmarked
}

/** The name of the branch that ends with a turn: the nearest name on its path, searching from the end. */
export function branchName(turns: readonly Turn[], turnId: string): string | null {
  return branchTo(turns, turnId).findLast((turn) => markOf(turn).name !== null)?.mark?.name ?? null
}

/** The first words of a message, on one line. */
export function firstWords(message: string): string {
  return (message.trim().split('\n', 1)[0] ?? '').slice(0, 200)
}

export async function markTurn(turn: Turn, change: Omit<Params<'turn-mark'>, 'turnId'>): Promise<void> {
  const before = turn.mark
  putMark(turn.id, { ...markOf(turn), ...defined(change) })
  if (!(await toastOnFailure(ask('turn-mark', { turnId: turn.id, ...change })))) putMark(turn.id, before)
}

function defined(change: Omit<Params<'turn-mark'>, 'turnId'>): Partial<TurnMark> {
  const { name, starred, archived } = change
  return {
    ...(name === undefined ? {} : { name }),
    ...(starred === undefined ? {} : { starred }),
    ...(archived === undefined ? {} : { archived }),
  }
}

function putMark(turnId: string, mark: TurnMark | undefined): void {
  const { tree } = useWorkbench.getState()
  if (tree?.state !== 'ready') return
  const turns = tree.value.turns.map((turn) => {
    if (turn.id !== turnId) return turn
    const { mark: _, ...bare } = turn
    return mark === undefined ? bare : { ...bare, mark }
  })
  useWorkbench.setState({ tree: { state: 'ready', value: { ...tree.value, turns } } })
}

/** A turn and all its descendants. */
export function turnsUnder(tree: ConversationTree, turnId: string): Turn[] {
  const under = new Set([turnId])
  // Turns are in no particular order: a child may precede its parent.
  for (let size = 0; size !== under.size; ) {
    size = under.size
    for (const turn of tree.turns) if (turn.parentId !== null && under.has(turn.parentId)) under.add(turn.id)
  }
  return tree.turns.filter((turn) => under.has(turn.id))
}

/** Deletes a turn with its descendants, and offers to undo it. */
export async function deleteTurn(tree: ConversationTree, turn: Turn): Promise<void> {
  const conversationId = tree.conversation.id
  const gone = new Set(turnsUnder(tree, turn.id).map((each) => each.id))
  if (!(await toastOnFailure(ask('turn-delete', { turnId: turn.id })))) return
  const { turnId } = useWorkbench.getState()
  const shown = turnId !== null && gone.has(turnId) ? turn.parentId : turnId
  if (useWorkbench.getState().conversationId === conversationId) await reloadConversation(conversationId, shown)
  const undo = async () => {
    if (await toastOnFailure(ask('turn-undelete', { turnId: turn.id }))) await openConversation(conversationId, turn.id)
  }
  toast(plural(gone.size, 'Deleted the message', `Deleted ${formatNumber(gone.size)} messages`), {
    description: firstWords(turn.message),
    duration: 10_000,
    action: { label: 'Undo', onClick: () => void undo() },
  })
}

/** Reloads the conversation without keeping the branch that was shown. */
async function reloadConversation(conversationId: string, turnId: string | null): Promise<void> {
  useWorkbench.setState({ turnId: null })
  await openConversation(conversationId, turnId)
}

import { toast } from 'sonner'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { Conversation, ConversationMark, ConversationTree, Turn } from '../../../src-shared/run/conversation.ts'
import { latestTurn } from '../../../src-shared/run/conversation.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../report.ts'
import { loading, toLoadable, valueOr } from '../server-cache/loadable.ts'
import { useWorkbench } from './workbench-store.ts'

const { getState, setState } = useWorkbench

export async function loadConversations(): Promise<void> {
  const { project } = getState()
  if (project === null) return
  const conversations = await toLoadable(ask('conversations-list', { projectId: project.id }))
  if (getState().project?.id === project.id) setState({ conversations })
}

/** Opens the latest conversation, or a new one if there is none. */
export function openLatest(): void {
  const latest = newestFirst(valueOr(getState().conversations, [])).find(({ mark }) => mark !== 'archived')
  if (latest === undefined) newConversation()
  else void openConversation(latest.id)
}

export function newestFirst(conversations: readonly Conversation[]): Conversation[] {
  return conversations.filter((each) => each.deletedAt === null).sort((a, b) => b.updatedAt - a.updatedAt)
}

/** The host creates a conversation with its first message, so that empty ones do not accumulate. */
export function newConversation(): void {
  setState({ conversationId: null, tree: null, turnId: null })
}

/** @param turnId the turn to show, such as a search hit; by default the newest branch */
export async function openConversation(conversationId: string, turnId: string | null = null): Promise<void> {
  if (getState().conversationId !== conversationId) {
    setState({ conversationId, tree: loading, turnId: null })
    if (turnId === null) void showEnd(conversationId)
  }
  const tree = await toLoadable(ask('conversation-open', { conversationId }))
  if (getState().conversationId !== conversationId) return
  if (tree.state !== 'ready') return setState({ tree, turnId: null })
  const { opened: _, ...value } = tree.value
  // The branch that the host opens by default applies once; afterwards the user decides.
  setState({ tree: { state: 'ready', value }, turnId: turnToShow(tree.value, turnId ?? getState().turnId) })
}

/** Shows the end of a long conversation until all of it is loaded. */
async function showEnd(conversationId: string): Promise<void> {
  const end = await toLoadable(ask('conversation-end-read', { conversationId }))
  const { conversationId: open, tree } = getState()
  if (open !== conversationId || tree?.state !== 'loading' || end.state !== 'ready' || end.value === null) return
  setState({ tree: { state: 'ready', value: end.value }, turnId: end.value.turns.at(-1)?.id ?? null })
}

/** The leaf below the requested turn, so that the whole branch through it is shown. */
export function turnToShow(tree: ConversationTree, wanted: string | null): string | null {
  const found = tree.turns.find((each) => each.id === wanted)
  if (found === undefined) return tree.opened ?? latestTurn(tree.turns)?.id ?? null
  return leafUnder(tree, found.id)
}

export function leafUnder(tree: ConversationTree, turnId: string): string {
  const newest = new Map<string, Turn>()
  for (const turn of tree.turns) {
    const known = turn.parentId === null ? undefined : newest.get(turn.parentId)
    if (turn.parentId !== null && (known === undefined || turn.createdAt > known.createdAt))
      newest.set(turn.parentId, turn)
  }
  const seen = new Set<string>()
  for (let leaf = turnId; ; ) {
    const next = newest.get(leaf)
    if (next === undefined || seen.has(next.id)) return leaf
    seen.add(next.id)
    leaf = next.id
  }
}

export async function renameConversation(conversationId: string, title: string): Promise<void> {
  const shortened = title.trim().slice(0, 200)
  if (shortened !== '') putConversation(await ask('conversation-rename', { conversationId, title: shortened }))
}

/** Deletes the conversation at once and offers to undo it. */
export async function deleteConversation(conversation: Conversation): Promise<void> {
  const wasOpen = getState().conversationId === conversation.id
  const done = await toastOnFailure(ask('conversation-delete', { conversationId: conversation.id }))
  if (!done) return
  putConversation({ ...conversation, deletedAt: Date.now() })
  if (wasOpen) openLatest()
  toast(`Deleted “${revealHidden(conversation.title)}”`, {
    duration: 10_000,
    action: { label: 'Undo', onClick: () => void undelete(conversation, wasOpen) },
  })
}

async function undelete(conversation: Conversation, open: boolean): Promise<void> {
  if (!(await toastOnFailure(ask('conversation-undelete', { conversationId: conversation.id })))) return
  putConversation({ ...conversation, deletedAt: null })
  if (open) await openConversation(conversation.id)
}

/** Applies the host's latest record of a conversation to the list and to the open conversation. */
export function putConversation(conversation: Conversation): void {
  const { project, conversations, tree } = getState()
  if (project?.id !== conversation.projectId || conversations.state !== 'ready') return
  const others = conversations.value.filter((each) => each.id !== conversation.id)
  // Only the list contains branch counts.
  const known = conversations.value.find((each) => each.id === conversation.id)?.branches
  const branches = conversation.branches ?? known
  const counted = branches === undefined ? conversation : { ...conversation, branches }
  setState({ conversations: { state: 'ready', value: [...others, counted] } })
  if (tree?.state === 'ready' && tree.value.conversation.id === conversation.id)
    setState({ tree: { state: 'ready', value: { ...tree.value, conversation } } })
}

/** Pins or archives a conversation, or reverts that; removing it from the list offers Undo. */
export async function toggleMark(conversation: Conversation, mark: ConversationMark): Promise<void> {
  const next = conversation.mark === mark ? null : mark
  const wasOpen = getState().conversationId === conversation.id
  if (!(await setMark(conversation.id, next)) || next !== 'archived') return
  if (wasOpen) openLatest()
  toast(`Archived “${revealHidden(conversation.title)}”`, {
    duration: 10_000,
    action: { label: 'Undo', onClick: () => void setMark(conversation.id, conversation.mark ?? null) },
  })
}

function setMark(conversationId: string, mark: ConversationMark | null): Promise<boolean> {
  return toastOnFailure(ask('conversation-mark', { conversationId, mark }).then(putConversation))
}

import type { conversationRequests as requests } from '../../../src-shared/api/conversation-requests.ts'
import { turnToContinue } from '../../../src-shared/comparison/lane-ranking.ts'
import { type Conversation, latestTurn, type Turn } from '../../../src-shared/run/conversation.ts'
import type { Store } from '../../store/store.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { newConversationTitle } from '../runs/conversation-title.ts'

/** A conversation with more turns is shown from its end while the rest is loaded. */
const longFrom = 200
const turnsOfEnd = 40

export function conversationRequests({
  store,
  bus,
  clock,
}: Pick<HostContext, 'clock' | 'store' | 'bus'>): HandlersOf<keyof typeof requests> {
  const get = (id: string): Conversation => found(store.conversations.get(id), 'conversation')
  const changed = (id: string): Conversation => {
    const conversation = get(id)
    bus.publish({ kind: 'conversation', conversation })
    return conversation
  }
  const setDeleted = (id: string, at: number | null) => {
    get(id)
    store.conversations.setDeleted(id, at)
    changed(id)
    return null
  }
  const isLane = ({ id, projectId }: Conversation, turnId: string | undefined) =>
    store.comparisons.list(projectId, id).some(({ lanes }) => lanes.some((lane) => lane.turnId === turnId))
  return {
    'conversations-list': ({ projectId }) => store.conversations.list(projectId),
    'conversation-create': ({ projectId }) => {
      const project = found(store.projects.get(projectId), 'project')
      const made = store.conversations.create({
        id: newId('conv'),
        projectId: project.id,
        title: newConversationTitle,
        createdAt: clock.now(),
      })
      return changed(made.id)
    },
    'conversation-open': ({ conversationId }) => {
      get(conversationId)
      // First, since damage found in them marks the conversation.
      const turns = store.turns.list(conversationId)
      const conversation = get(conversationId)
      const opened = turnToOpen(store, conversation, turns)
      return { conversation, turns, ...(opened !== null && { opened }) }
    },
    'conversation-end-read': ({ conversationId }) => {
      const conversation = get(conversationId)
      if (conversation.turns <= longFrom) return null
      const turns = store.turns.end(conversationId, turnsOfEnd)
      // What would be opened may lie on another branch: then the end waits for the whole.
      return isLane(conversation, turns.at(-1)?.id) ? null : { conversation, turns }
    },
    'conversation-rename': ({ conversationId, title }) => {
      get(conversationId)
      store.conversations.rename(conversationId, title)
      return changed(conversationId)
    },
    'conversation-mark': ({ conversationId, mark }) => {
      get(conversationId)
      store.conversations.mark(conversationId, mark)
      return changed(conversationId)
    },
    'conversation-delete': ({ conversationId }) => setDeleted(conversationId, clock.now()),
    'conversation-undelete': ({ conversationId }) => setDeleted(conversationId, null),
  }
}

/**
 * The turn that a conversation is opened at when its newest one is a lane of a comparison: the better lane's, never
 * silently one that fails. Null when the newest is the one to open.
 */
function turnToOpen(
  { comparisons }: Pick<Store, 'comparisons'>,
  { id, projectId }: Pick<Conversation, 'id' | 'projectId'>,
  turns: readonly Turn[],
): string | null {
  const newest = latestTurn(turns)?.id
  if (newest === undefined) return null
  const found = comparisons.list(projectId, id).find(({ lanes }) => lanes.some(({ turnId }) => turnId === newest))
  const opened = found === undefined ? null : turnToContinue(found, turns)
  return opened === newest ? null : opened
}

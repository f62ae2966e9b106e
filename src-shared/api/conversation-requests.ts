import { z } from 'zod'
import { type Conversation, type ConversationTree, conversationMark } from '../run/conversation.ts'
import { id, nowhere, read, result, write } from './request-shape.ts'

/** Conversations as a whole. */
export const conversationRequests = {
  'conversations-list': read(z.object({ projectId: id }), result<readonly Conversation[]>()),
  'conversation-create': write(z.object({ projectId: id }), result<Conversation>(), ({ projectId }) => ({
    kind: 'project',
    id: projectId,
  })),
  'conversation-open': read(z.object({ conversationId: id }), result<ConversationTree>()),
  /**
   * The end of its newest branch, which is shown before the rest of a long conversation is loaded; null if it is short.
   */
  'conversation-end-read': read(z.object({ conversationId: id }), result<ConversationTree | null>()),
  'conversation-rename': write(
    z.object({ conversationId: id, title: z.string().min(1).max(200) }),
    result<Conversation>(),
    nowhere,
  ),
  /** Pins or archives it; null: neither. */
  'conversation-mark': write(
    z.object({ conversationId: id, mark: conversationMark.nullable() }),
    result<Conversation>(),
    nowhere,
  ),
  'conversation-delete': write(z.object({ conversationId: id }), result<null>(), nowhere),
  'conversation-undelete': write(z.object({ conversationId: id }), result<null>(), nowhere),
}

import { create } from 'zustand'
import type { HostInfo } from '../../../src-shared/api/catalogue-requests.ts'
import type { Conversation, ConversationTree, Project } from '../../../src-shared/run/conversation.ts'
import { type Loadable, loading } from '../server-cache/loadable.ts'

/**
 * What the window shows. The host owns the data; this is its latest state, kept current by `follow-host.ts`.
 * `projects.ts`,
 * `conversations.ts`, `turns.ts` and `runs.ts` change it.
 */
export interface Workbench {
  readonly host: Loadable<HostInfo>
  readonly projects: Loadable<readonly Project[]>
  /** null for the welcome view. */
  readonly project: Project | null
  readonly conversations: Loadable<readonly Conversation[]>
  /** null for a new conversation without messages. */
  readonly conversationId: string | null
  /** null if no conversation is open. */
  readonly tree: Loadable<ConversationTree> | null
  /** The last turn of the shown branch. */
  readonly turnId: string | null
  /** Queued messages that a run has not received yet, by run id. */
  readonly queues: { readonly [runId: string]: readonly string[] }
}

export const useWorkbench = create<Workbench>(() => ({
  host: loading,
  projects: loading,
  project: null,
  conversations: loading,
  conversationId: null,
  tree: null,
  turnId: null,
  queues: {},
}))

/** Null if none is open. */
export const openProjectId = (): string | null => useWorkbench.getState().project?.id ?? null

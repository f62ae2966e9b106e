import { create } from 'zustand'
import type { HostInfo } from '../../../src-shared/api/catalogue-requests.ts'
import type { Conversation, ConversationTree, Project } from '../../../src-shared/run/conversation.ts'
import { type Loadable, loading } from '../server-cache/loadable.ts'

/**
 * What the window is looking at. The host owns the truth; this is its latest answer, kept fresh by
 * `follow-host.ts`. `projects.ts`, `conversations.ts`, `turns.ts` and `runs.ts` change it.
 */
export interface Workbench {
  readonly host: Loadable<HostInfo>
  readonly projects: Loadable<readonly Project[]>
  /** null: the welcome view. */
  readonly project: Project | null
  readonly conversations: Loadable<readonly Conversation[]>
  /** null: a new conversation that has no message yet. */
  readonly conversationId: string | null
  /** null where no conversation is open. */
  readonly tree: Loadable<ConversationTree> | null
  /** The last turn of the branch that is shown. */
  readonly turnId: string | null
  /** Messages that wait for a run to take them up, by run id. */
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

/** Null where none is open. */
export const openProjectId = (): string | null => useWorkbench.getState().project?.id ?? null

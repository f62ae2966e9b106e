import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'

/** What stands in the composer of a conversation: the text, and the choices made for it. */
export interface Draft {
  readonly text: string
  /** For this message; null: as the conversation goes on, or its defaults say. */
  readonly strategy: StrategyPick | null
  readonly roles: { readonly [role: string]: string } | null
  readonly approval: ApprovalMode | null
  readonly mode: WorkMode | null
  /** Set where the message will start a branch: it answers this turn (null: the very first) instead of the last one. */
  readonly branch: { readonly parentId: string | null } | null
}
export const emptyDraft: Draft = { text: '', strategy: null, roles: null, approval: null, mode: null, branch: null }

/** Drafts outlive the window; only the newest are kept. */
const most = 200

export const useDrafts = create<{ readonly drafts: { readonly [key: string]: Draft } }>()(
  persist((): { drafts: { [key: string]: Draft } } => ({ drafts: {} }), {
    name: 'stratagem-drafts',
    storage: createJSONStorage(() => localStorage),
  }),
)

/** A new conversation's draft belongs to the project until the first message is sent. */
export function draftKey(projectId: string, conversationId: string | null): string {
  return conversationId ?? `new-${projectId}`
}

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { drafts } = useDrafts.getState()
  const { [key]: old = emptyDraft, ...others } = drafts
  const kept = Object.fromEntries(Object.entries(others).slice(-(most - 1)))
  useDrafts.setState({ drafts: { ...kept, [key]: { ...old, ...change } } })
}

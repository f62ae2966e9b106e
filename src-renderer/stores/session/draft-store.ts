import { z } from 'zod'
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

/** What a draft is when nothing is chosen; its text is left alone. */
export const noChoices = { strategy: null, roles: null, approval: null, mode: null, branch: null } as const

/** Drafts outlive the window; only the newest are kept. */
const most = 200

interface Drafts {
  readonly drafts: { readonly [key: string]: Draft }
}

const newPrefix = 'new-'

const keptShape = z
  .object({
    drafts: z.record(
      z.string(),
      z.custom<Draft>((value) => typeof value === 'object' && value !== null),
    ),
  })
  .catch({ drafts: {} })

/** Drafts as they were kept. What a conversation that has not begun may do is chosen anew after a restart. */
export function keptDrafts(kept: unknown): Drafts['drafts'] {
  const { drafts } = keptShape.parse(kept)
  const unset = { approval: null, mode: null } as const
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => [key, key.startsWith(newPrefix) ? { ...draft, ...unset } : draft]),
  )
}

// Reads what is kept at once, with what is defined above.
export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), {
    name: 'stratagem-drafts',
    storage: createJSONStorage(() => localStorage),
    merge: (kept, now) => ({ ...now, drafts: keptDrafts(kept) }),
  }),
)

/** A new conversation's draft belongs to the project until the first message is sent. */
export function draftKey(projectId: string, conversationId: string | null): string {
  return conversationId ?? `${newPrefix}${projectId}`
}

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { drafts } = useDrafts.getState()
  const { [key]: old = emptyDraft, ...others } = drafts
  const kept = Object.fromEntries(Object.entries(others).slice(-(most - 1)))
  useDrafts.setState({ drafts: { ...kept, [key]: { ...old, ...change } } })
}

/** Puts a message that was not sent back into its composer, before what was typed since. */
export function giveBack(key: string, message: string): void {
  const typed = useDrafts.getState().drafts[key]?.text ?? ''
  changeDraft(key, { text: typed.trim() === '' ? message : `${message}\n\n${typed}` })
}

import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { maxImages, type SentImage } from '../../../src-shared/mentions/image-marks.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'

/** The content of a conversation's composer: the text, and the settings for the message. */
export interface Draft {
  readonly text: string
  /** Left out: none. */
  readonly images?: readonly SentImage[]
  /** Override for this message; null uses the setting of the conversation, or its default. */
  readonly strategy: StrategyPick | null
  readonly roles: { readonly [role: string]: string } | null
  readonly approval: ApprovalMode | null
  readonly mode: WorkMode | null
  /** Set if the message will start a branch: its parent turn (null for a first message) instead of the last turn. */
  readonly branch: { readonly parentId: string | null } | null
}
export const emptyDraft: Draft = { text: '', strategy: null, roles: null, approval: null, mode: null, branch: null }

/** A draft's default settings; its text is not affected. */
export const noChoices = { strategy: null, roles: null, approval: null, mode: null, branch: null } as const

/** Drafts are persisted across restarts; only the newest are stored. */
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

/**
 * Returns the stored drafts. Approval and mode of a conversation that has not started belong to a window: they are
 * reset after a restart, and not taken from another window.
 * @param now the drafts of this window, if it has read them before
 */
export function storedDrafts(stored: unknown, now: Drafts['drafts'] = {}): Drafts['drafts'] {
  const { drafts } = keptShape.parse(stored)
  const own = (key: string) => ({ approval: now[key]?.approval ?? null, mode: now[key]?.mode ?? null })
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => [key, key.startsWith(newPrefix) ? { ...draft, ...own(key) } : draft]),
  )
}

// Reads the stored drafts immediately, so it must follow the definitions above.
export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), {
    name: 'stratagem-drafts',
    storage: createJSONStorage(() => localStorage),
    merge: (stored, now) => ({ ...now, drafts: storedDrafts(stored, now.drafts) }),
  }),
)

/** A new conversation's draft belongs to the project until the first message is sent. */
export function draftKey(projectId: string, conversationId: string | null): string {
  return conversationId ?? `${newPrefix}${projectId}`
}

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { drafts } = useDrafts.getState()
  const { [key]: old = emptyDraft, ...others } = drafts
  const newest = Object.fromEntries(Object.entries(others).slice(-(most - 1)))
  useDrafts.setState({ drafts: { ...newest, [key]: { ...old, ...change } } })
}

/**
 * Restores a message that could not be sent to its composer, before any text typed since. Another window may have done
 * so.
 */
export function restoreToDraft(key: string, message: string, images: readonly SentImage[] = []): void {
  const { text: typed = '', images: added = [] } = useDrafts.getState().drafts[key] ?? {}
  if (typed === message || typed.startsWith(`${message}\n\n`)) return
  const all = [...images, ...added.filter(({ ref }) => !images.some((each) => each.ref === ref))].slice(0, maxImages)
  changeDraft(key, { text: typed.trim() === '' ? message : `${message}\n\n${typed}`, images: all })
}

import { create } from 'zustand'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import { type Draft, emptyDraft } from './draft-store.ts'

/** The message being edited in place, to be sent again on a new branch. It is kept when its row scrolls out of view. */
interface Editing {
  readonly turnId: string | null
  readonly draft: Draft
  /** The element to focus when the editor opens. */
  readonly first: EditFocus
}
export type EditFocus = 'text' | 'Strategy' | 'Model'

export const useEditing = create<Editing>(() => ({ turnId: null, draft: emptyDraft, first: 'text' }))

export function editMessage(turn: Turn, first: EditFocus = 'text'): void {
  useEditing.setState({ turnId: turn.id, draft: { ...emptyDraft, text: turn.message }, first })
}

export function changeEdited(change: Partial<Draft>): void {
  useEditing.setState(({ draft }) => ({ draft: { ...draft, ...change } }))
}

export function stopEditing(): void {
  useEditing.setState({ turnId: null, draft: emptyDraft, first: 'text' })
}

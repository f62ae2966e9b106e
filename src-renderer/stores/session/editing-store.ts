import { create } from 'zustand'
import type { Turn } from '../../../src-shared/run/conversation.ts'
import { type Draft, emptyDraft } from './draft-store.ts'

/** The message that is being edited in its place, to be sent again beside it. It outlives rows out of sight. */
interface Editing {
  readonly turnId: string | null
  readonly draft: Draft
  /** What gets the keyboard when the editor opens. */
  readonly first: EditFirst
}
export type EditFirst = 'text' | 'Strategy' | 'Model'

export const useEditing = create<Editing>(() => ({ turnId: null, draft: emptyDraft, first: 'text' }))

export function editMessage(turn: Turn, first: EditFirst = 'text'): void {
  useEditing.setState({ turnId: turn.id, draft: { ...emptyDraft, text: turn.message }, first })
}

export function changeEdited(change: Partial<Draft>): void {
  useEditing.setState(({ draft }) => ({ draft: { ...draft, ...change } }))
}

export function stopEditing(): void {
  useEditing.setState({ turnId: null, draft: emptyDraft, first: 'text' })
}

import { create } from 'zustand'
import type { Turn } from '../../../src-shared/run/conversation.ts'

/** A place in a run, whose files are asked for. */
export interface FilesPlace {
  readonly runId: string
  /** A step; null: the run as a whole. */
  readonly path: string | null
  readonly when: 'before' | 'after'
}

/** What the files dialog is about. */
interface FilesQuestion {
  readonly at: FilesPlace
  readonly turn: Turn
  readonly title: string
}

export const useFilesDialog = create<{ readonly question: FilesQuestion | null }>(() => ({ question: null }))

export function openFilesDialog(question: FilesQuestion): void {
  useFilesDialog.setState({ question })
}
export function closeFilesDialog(): void {
  useFilesDialog.setState({ question: null })
}

import { create } from 'zustand'
import type { Turn } from '../../../src-shared/run/conversation.ts'

/** A position in a run whose files are shown. */
export interface FilesPlace {
  readonly runId: string
  /** Path of a step; null for the run as a whole. */
  readonly path: string | null
  readonly when: 'before' | 'after'
}

/** The subject of the files dialog. */
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

import { create } from 'zustand'

interface OpenQuestion {
  /** Whether a question of the shown conversation waits above the composer. */
  readonly isOpen: boolean
}

/** What the composer needs to know of the question above it: then Escape goes there, and the chord answers it. */
export const useOpenQuestion = create<OpenQuestion>(() => ({ isOpen: false }))

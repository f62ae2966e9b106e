import { create } from 'zustand'

/** The two runs shown side by side over the workbench, and their relation; null if none. */
export interface SidePair {
  readonly first: string
  readonly again: string
}
export const useSideBySide = create<{ readonly pair: SidePair | null }>(() => ({ pair: null }))

export function openSideBySide(pair: SidePair): void {
  useSideBySide.setState({ pair })
}

export function closeSideBySide(): void {
  useSideBySide.setState({ pair: null })
}

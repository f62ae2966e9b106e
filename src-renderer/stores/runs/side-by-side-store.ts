import { create } from 'zustand'

/** Which runs are laid side by side over the workbench, and what they are to each other; null: none. */
export interface SidePair {
  readonly first: string
  readonly again: string
}
export const useSideBySide = create<{ readonly pair: SidePair | null }>(() => ({ pair: null }))

export function laySideBySide(pair: SidePair): void {
  useSideBySide.setState({ pair })
}

export function closeSideBySide(): void {
  useSideBySide.setState({ pair: null })
}

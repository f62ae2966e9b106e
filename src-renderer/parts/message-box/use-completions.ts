import { type KeyboardEvent, useState } from 'react'
import type { CompletionItem } from './completion-list.tsx'

/** A list over the message box, as the box and the list use it. */
export interface Completions {
  readonly items: readonly CompletionItem[]
  readonly active: number
  readonly setActive: (index: number) => void
  readonly choose: (index: number) => void
  /** Checks whether the caret is in what the list completes; called after every change of text or caret. */
  readonly look: (box: HTMLTextAreaElement) => void
  readonly close: () => void
  /** Returns whether the list handled the key. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

interface Wanted extends Pick<Completions, 'items' | 'choose' | 'look' | 'close'> {
  /** Enter chooses nothing before an item was chosen by the arrow keys: it sends the message. */
  readonly entersLate?: boolean
}

/** The keys of such a list: arrows go round, Enter and Tab choose, Escape closes. */
export function useCompletions(): {
  readonly setActive: (index: number) => void
  readonly listOf: (wanted: Wanted) => Completions
} {
  const [active, setActive] = useState(0)
  const listOf = ({ entersLate = false, ...list }: Wanted): Completions => {
    const { items, choose, close } = list
    const takeKey = (event: KeyboardEvent) => {
      if (items.length === 0 || event.nativeEvent.isComposing) return false
      if (event.key === 'ArrowDown') setActive((active + 1) % items.length)
      else if (event.key === 'ArrowUp') setActive((active - 1 + items.length) % items.length)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && entersLate && active === 0) return false
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active)
      else return false
      event.preventDefault()
      return true
    }
    return { ...list, active, setActive, takeKey }
  }
  return { setActive, listOf }
}

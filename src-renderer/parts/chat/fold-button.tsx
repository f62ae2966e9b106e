import { ChevronRight } from 'lucide-react'
import { setOpen } from '../../stores/session/chat-store.ts'

/** Expands and collapses a card. @param name the row's key in the chat store */
export function FoldButton({ name, open }: { readonly name: string; readonly open: boolean }) {
  return (
    <button
      type="button"
      className="chat-chevron"
      aria-label={open ? 'Fold the result' : 'Show the result'}
      aria-expanded={open}
      onClick={(event) => {
        event.stopPropagation()
        setOpen(name, !open)
      }}
    >
      <ChevronRight size={14} aria-hidden="true" />
    </button>
  )
}

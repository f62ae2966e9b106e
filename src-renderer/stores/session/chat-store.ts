import { useEffect } from 'react'
import { create } from 'zustand'

/** The user's state of the conversation view. It is kept for rows that are scrolled out of view. */
interface ChatState {
  /** Rows opened or folded by the user; others have the default of their kind. */
  readonly open: { readonly [key: string]: boolean }
  /** Key of the row with keyboard focus. */
  readonly focused: string | null
  /** A message to scroll to; a new object for each request, so that the same request can be repeated. */
  readonly reveal: { readonly turnId: string } | null
  /** Number of requests so far to scroll to the conversation's end. */
  readonly toEnd: number
}
export const useChat = create<ChatState>(() => ({ open: {}, focused: null, reveal: null, toEnd: 0 }))

/** After sending a message, scrolls to the end, wherever the user was reading. */
export function revealEnd(): void {
  useChat.setState(({ toEnd }) => ({ toEnd: toEnd + 1 }))
}

export function revealMessage(turnId: string): void {
  useChat.setState({ reveal: { turnId } })
}

export function useOpen(key: string, atFirst: boolean): boolean {
  return useChat(({ open }) => open[key] ?? atFirst)
}

export function setOpen(key: string, open: boolean): void {
  useChat.setState((state) => ({ open: { ...state.open, [key]: open } }))
}

/** Rows that the user watched while they streamed stay open when they end, so that the layout does not jump. */
export function useStayOpen(key: string, streams: boolean): void {
  useEffect(() => {
    if (streams && useChat.getState().open[key] === undefined) setOpen(key, true)
  }, [key, streams])
}

export function focusRow(key: string | null): void {
  if (useChat.getState().focused !== key) useChat.setState({ focused: key })
}

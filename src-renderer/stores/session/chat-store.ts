import { useEffect } from 'react'
import { create } from 'zustand'

/** What the reader did to the conversation's view. It outlives rows that scroll out of sight. */
interface ChatState {
  /** Rows opened or folded by hand; others are as their kind is at first. */
  readonly open: { readonly [key: string]: boolean }
  /** Key of the row that the keyboard is at. */
  readonly focused: string | null
  /** A message to bring into sight; a new object each time, so that the same wish can be made twice. */
  readonly reveal: { readonly turnId: string } | null
  /** Wishes for the conversation's end so far. */
  readonly toEnd: number
}
export const useChat = create<ChatState>(() => ({ open: {}, focused: null, reveal: null, toEnd: 0 }))

/** Who sends a message wants to see what comes of it, wherever they were reading. */
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

/** What the reader has seen stream in stays open when it ends, so that nothing jumps. */
export function useStayOpen(key: string, streams: boolean): void {
  useEffect(() => {
    if (streams && useChat.getState().open[key] === undefined) setOpen(key, true)
  }, [key, streams])
}

export function focusRow(key: string | null): void {
  if (useChat.getState().focused !== key) useChat.setState({ focused: key })
}

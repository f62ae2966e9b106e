import { type FoldState, setHead } from './state.ts'

/** Which steps wait for the user, oldest first. */

export function addWaiting(state: FoldState, path: string): void {
  if (!state.head.waiting.includes(path)) setHead(state, { waiting: [...state.head.waiting, path] })
}

export function removeWaiting(state: FoldState, path: string): void {
  if (!state.head.waiting.includes(path)) return
  setHead(state, { waiting: state.head.waiting.filter((each) => each !== path) })
}

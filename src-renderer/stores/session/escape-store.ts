import { create } from 'zustand'

/** How long after the first Escape a second one stops the run, ms. */
const withinMs = 2000

interface Escape {
  /** Whether Escape was pressed once, and the next one stops the run. */
  readonly armed: boolean
  /** When it was, ms of the window's clock. */
  readonly at: number
}
export const useEscape = create<Escape>(() => ({ armed: false, at: Number.NEGATIVE_INFINITY }))

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * @param now ms of the window's clock
 * @returns whether it is the second one, soon after the first
 */
export function takeEscape(now: number): boolean {
  const { armed, at } = useEscape.getState()
  clearTimeout(timer)
  const second = armed && now - at <= withinMs
  useEscape.setState({ armed: !second, at: now })
  if (!second) timer = setTimeout(() => useEscape.setState({ armed: false }), withinMs)
  return second
}

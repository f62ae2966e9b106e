import { create } from 'zustand'

/** Maximum time between two presses of Escape that stop the run, ms. */
const withinMs = 2000

interface Escape {
  /** Whether Escape was pressed once, so that the next press stops the run. */
  readonly armed: boolean
  /** Time of the first press, ms of the window's clock. */
  readonly at: number
}
export const useEscape = create<Escape>(() => ({ armed: false, at: Number.NEGATIVE_INFINITY }))

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * @param now ms of the window's clock
 * @returns whether it is the second press within the time limit
 */
export function registerEscape(now: number): boolean {
  const { armed, at } = useEscape.getState()
  clearTimeout(timer)
  const second = armed && now - at <= withinMs
  useEscape.setState({ armed: !second, at: now })
  if (!second) timer = setTimeout(() => useEscape.setState({ armed: false }), withinMs)
  return second
}

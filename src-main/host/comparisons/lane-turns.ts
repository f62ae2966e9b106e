import type { ExecutionSlot } from '../run-ports/execution-slot.ts'

/**
 * The slots of lanes that don't all work at the same time, by their position.
 *
 * 1. At most `slots` lanes have one at a time; the default is one.
 * 2. Waiting lanes that had already started come first, then by position: what the user
 *    has just answered continues next.
 */
export function createLaneTurns(slots = 1): { of(place: number): ExecutionSlot } {
  const waiting = new Map<number, Set<() => void>>()
  const started = new Set<number>()
  const holders = new Set<number>()

  function next(): void {
    if (holders.size >= slots) return
    const [place] = [...waiting.keys()].toSorted((a, b) => Number(started.has(b)) - Number(started.has(a)) || a - b)
    if (place === undefined) return
    const held = waiting.get(place) ?? new Set()
    waiting.delete(place)
    holders.add(place)
    started.add(place)
    for (const start of held) start()
  }

  function take(place: number, signal: AbortSignal): Promise<void> {
    if (holders.has(place) || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const here = waiting.get(place) ?? new Set()
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        here.delete(start)
        if (here.size === 0 && waiting.get(place) === here) waiting.delete(place)
        resolve()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.set(place, here.add(start))
      next()
    })
  }

  return {
    of: (place) => ({
      take: (signal) => take(place, signal),
      giveBack: () => {
        if (holders.delete(place)) next()
      },
    }),
  }
}

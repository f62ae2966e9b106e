import type { WorkTurn } from '../work-turn.ts'

/**
 * The turns of lanes that work one after another, by their place.
 *
 * 1. One lane at a time has the turn.
 * 2. Of those that wait, one that had begun comes before one that has not, and else the first by place: what the user
 *    has just answered goes on next.
 */
export function createLaneTurns(): { of(place: number): WorkTurn } {
  const waiting = new Map<number, Set<() => void>>()
  const begun = new Set<number>()
  let holder: number | null = null

  function next(): void {
    if (holder !== null) return
    const [place] = [...waiting.keys()].toSorted((a, b) => Number(begun.has(b)) - Number(begun.has(a)) || a - b)
    if (place === undefined) return
    const held = waiting.get(place) ?? new Set()
    waiting.delete(place)
    holder = place
    begun.add(place)
    for (const start of held) start()
  }

  function take(place: number, signal: AbortSignal): Promise<void> {
    if (holder === place || signal.aborted) return Promise.resolve()
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
        if (holder !== place) return
        holder = null
        next()
      },
    }),
  }
}

import type { ExecutionSlot } from '../run-ports/execution-slot.ts'

/**
 * The slots of lanes that don't all work at the same time, by their position.
 *
 * 1. At most `slots` lanes have one at a time; the default is one.
 * 2. Waiting lanes that had already started come first, then by position: what the user
 *    has just answered continues next.
 */
export function createLaneTurns(slots = 1): { of(index: number): ExecutionSlot } {
  const waiting = new Map<number, Set<() => void>>()
  const started = new Set<number>()
  const holders = new Set<number>()

  function next(): void {
    if (holders.size >= slots) return
    const [index] = [...waiting.keys()].toSorted((a, b) => Number(started.has(b)) - Number(started.has(a)) || a - b)
    if (index === undefined) return
    const held = waiting.get(index) ?? new Set()
    waiting.delete(index)
    holders.add(index)
    started.add(index)
    for (const start of held) start()
  }

  function take(index: number, signal: AbortSignal): Promise<void> {
    if (holders.has(index) || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const here = waiting.get(index) ?? new Set()
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        here.delete(start)
        if (here.size === 0 && waiting.get(index) === here) waiting.delete(index)
        resolve()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.set(index, here.add(start))
      next()
    })
  }

  return {
    of: (index) => ({
      take: (signal) => take(index, signal),
      giveBack: () => {
        if (holders.delete(index)) next()
      },
    }),
  }
}

import type { ReadWriteLock } from '../../tools/read-write-lock.ts'
import type { Snapshot } from '../../workspace/snapshots/take-snapshot.ts'

/**
 * The states that the files of a place go through, taken beside what writes there.
 *
 * 1. None is skipped: before something writes, the state that the last write left has been taken.
 * 2. Nothing but the next write waits for one: a model's request goes out first.
 */
export interface PlaceStates {
  /** Waits until the state that the last write left has been taken, or could not be. Never rejects. */
  settle(): Promise<void>
  /** Something has written. */
  touched(): void
  /** The state that the last write left. Rejects where it is not available. */
  left(): Promise<Snapshot>
}

/** The state after a write is taken after this long, ms, if nothing asks for it sooner. */
const takenWithin = 30

export function createPlaceStates(take: () => Promise<Snapshot>): PlaceStates {
  let newest: (() => Promise<Snapshot>) | null = null
  const touched = () => {
    let taken: Promise<Snapshot> | null = null
    newest = () => {
      taken ??= take()
      return taken
    }
  }
  return {
    touched,
    settle: async () => {
      await newest?.().catch(() => undefined)
    },
    left: () => {
      if (newest === null) touched()
      const mine = newest ?? take
      return new Promise((resolve, reject) => {
        setTimeout(() => void mine().then(resolve, reject), takenWithin)
      })
    },
  }
}

/** For a place whose states nobody keeps, such as a copy that is gone when its phase is. */
export const noStates: PlaceStates = {
  settle: () => Promise.resolve(),
  touched: () => undefined,
  left: () => Promise.reject(new Error('the states of this place are not kept')),
}

/** Locks for writing that take the states in between. */
export function turnsWithStates(turns: ReadWriteLock, states: PlaceStates): ReadWriteLock {
  return {
    take: async (kind, signal) => {
      const giveBack = await turns.take(kind, signal)
      if (giveBack === null || kind === 'read') return giveBack
      await settledOrStopped(states, signal)
      if (signal.aborted) {
        giveBack()
        return null
      }
      return () => {
        states.touched()
        giveBack()
      }
    },
  }
}

function settledOrStopped(states: PlaceStates, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve()
    signal.addEventListener('abort', stop, { once: true })
    void states.settle().then(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}

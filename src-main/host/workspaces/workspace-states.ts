import type { ReadWriteLock } from '../../tools/read-write-lock.ts'
import type { Snapshot } from '../../workspace/snapshots/take-snapshot.ts'

/**
 * The successive states of a workspace's files, snapshotted in parallel with the writers.
 *
 * 1. None is skipped: before a write, the state after the last write has been taken.
 * 2. Only the next write waits for one: a model request does not.
 */
export interface WorkspaceStates {
  /** Waits until the state after the last write has been taken, or failed. Never rejects. */
  settle(): Promise<void>
  /** Something has written. */
  touched(): void
  /** The state after the last write. Rejects if it is not available. */
  left(): Promise<Snapshot>
}

/** Delay, ms, after which the state after a write is taken, unless it is needed sooner. */
const takenWithin = 30

export function createWorkspaceStates(take: () => Promise<Snapshot>): WorkspaceStates {
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

/** For a workspace whose states are not kept, such as a copy that is removed with its phase. */
export const noWorkspaceStates: WorkspaceStates = {
  settle: () => Promise.resolve(),
  touched: () => undefined,
  left: () => Promise.reject(new Error('the states of this place are not kept')),
}

/** Write locks that take the states in between. */
export function lockWithStates(turns: ReadWriteLock, states: WorkspaceStates): ReadWriteLock {
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

function settledOrStopped(states: WorkspaceStates, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve()
    signal.addEventListener('abort', stop, { once: true })
    void states.settle().then(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}

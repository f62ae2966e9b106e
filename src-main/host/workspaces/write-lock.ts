import type { Store } from '../../store/store.ts'
import type { ReadWriteLock } from '../../tools/read-write-lock.ts'
import type { Lease } from '../data-folder/host-lease.ts'

/** Poll interval while waiting for another process, ms. */
const pollIntervalMs = 50

/** Write locks of a workspace across all processes on the data folder: a second one waits for the first. */
export type LockIn = (workspace: string, turns: ReadWriteLock) => ReadWriteLock

interface Around {
  readonly store: Store
  readonly lease: Lease
  /** Of this host. */
  readonly id: string
}

export function crossProcessLocks({ store, lease, id }: Around): LockIn {
  // A dead process's lock is free.
  const isGone = (host: string) => !lease.alive(host)
  return (workspace, turns) => ({
    take: async (kind, signal) => {
      const giveBack = await turns.take(kind, signal)
      if (giveBack === null || kind === 'read') return giveBack
      try {
        while (!store.writers.take(workspace, id, isGone)) {
          await pause(signal)
          if (signal.aborted) return stopped(giveBack)
        }
      } catch (thrown) {
        giveBack()
        throw thrown
      }
      return () => {
        release(workspace)
        giveBack()
      }
    },
  })

  // If even this can't be written, this host keeps the lock, and is the next to write there.
  function release(workspace: string): void {
    try {
      store.writers.release(workspace, id)
    } catch {
      return
    }
  }
}

function stopped(giveBack: () => void): null {
  giveBack()
  return null
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pollIntervalMs)
    signal.addEventListener('abort', end, { once: true })
  })
}

import type { HostChange } from '../../../src-shared/api/host-api.ts'

/** Publishes changes in the host to every window. */
export interface ChangeBus {
  publish(change: HostChange): void
  follow(listener: (change: HostChange) => void): () => void
}

export function createChangeBus(): ChangeBus {
  const listeners = new Set<(change: HostChange) => void>()
  return {
    publish: (change) => {
      for (const listener of listeners) listener(change)
    },
    follow: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

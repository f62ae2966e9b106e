import type { RunItem } from '../../../src-shared/run/event.ts'

/** Passes the events of runs to their subscribers, at once and in order. */
export interface RunFeed {
  publish(runId: string, items: readonly RunItem[]): void
  listen(runId: string, listener: (items: readonly RunItem[]) => void): () => void
  /** Runs with subscribers. */
  followed(): readonly string[]
}

export function createRunFeed(): RunFeed {
  const listeners = new Map<string, Set<(items: readonly RunItem[]) => void>>()
  return {
    publish: (runId, items) => {
      if (items.length === 0) return
      for (const listener of listeners.get(runId) ?? []) listener(items)
    },
    listen: (runId, listener) => {
      const those = listeners.get(runId) ?? new Set()
      listeners.set(runId, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0 && listeners.get(runId) === those) listeners.delete(runId)
      }
    },
    followed: () => [...listeners.keys()],
  }
}

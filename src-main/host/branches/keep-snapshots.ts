import type { HostContext } from '../host-context.ts'

/** Delay after the start, then interval, ms. */
const firstAfter = 10 * 60_000
const every = 6 * 3_600_000
/** How long a deleted conversation can be restored with its files, ms. */
const undoWithin = 30 * 24 * 3_600_000

/**
 * Drops snapshots that nothing refers to anymore, in idle moments (T13): what a run, a comparison, a copy or a change
 * by the user refers to is kept, also in deleted branches; those of a deleted conversation are dropped after a while.
 * @returns ends it
 */
export function keepSnapshotsTidy(parts: Pick<HostContext, 'store' | 'workOf' | 'clock'>): () => void {
  const look = () => {
    next = setTimeout(look, every).unref()
    void tidySnapshots(parts)
  }
  let next = setTimeout(look, firstAfter).unref()
  return () => clearTimeout(next)
}

/** Checks each project without active runs. Never rejects: what fails now is done the next time. */
export async function tidySnapshots({
  store,
  workOf,
  clock,
}: Pick<HostContext, 'store' | 'workOf' | 'clock'>): Promise<void> {
  try {
    const busy = new Set(store.runs.withStatus(['running', 'waiting']).map(({ run }) => run.projectId))
    for (const project of store.projects.list()) {
      if (busy.has(project.id)) continue
      const named = store.fileActs.snapshots(project.id, clock.now() - undoWithin)
      if (named.length === 0) continue
      await workOf(project)
        .snapshots.keepOnly(named)
        .catch(() => undefined)
    }
  } catch {
    return
  }
}

import type { HostContext } from '../host-context.ts'

/** First so long after the start, then this often, ms. */
const firstAfter = 10 * 60_000
const every = 6 * 3_600_000
/** A conversation that was deleted can be brought back with its files for this long, ms. */
const undoWithin = 30 * 24 * 3_600_000

/**
 * Lets go of what nothing names any more, in quiet moments (T13): what a run, a comparison, a copy or a change by the
 * user names stays, also of deleted branches; a deleted conversation's own go after a while.
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

/** Looks at each project where no run is under way. Never rejects: what can't be done now is done the next time. */
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

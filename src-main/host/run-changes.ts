import type { Changes } from '../../src-shared/changes.ts'
import type { Run } from '../../src-shared/conversation.ts'
import type { HostParts } from './host-parts.ts'
import { found } from './not-found.ts'

/** What a run changed: between its two states, or, while there is no second one, until now. */
export async function runChanges({ store, workOf }: HostParts, run: Run): Promise<Changes> {
  if (run.before === null) return { files: [], notCovered: [] }
  const { snapshots } = workOf(found(store.projects.get(run.projectId), 'project'))
  const after = run.after ?? (await snapshots.snapshot()).id
  return snapshots.changes(run.before, after)
}

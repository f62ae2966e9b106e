import type { ChangeCount, Run } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'

/** What a run changed: between its two states, or, while there is no second one, until now. */
export async function runChanges(
  { store, workOf, workspaces }: Pick<HostContext, 'store' | 'workOf' | 'workspaces'>,
  run: Run,
): Promise<Changes> {
  // Of an imported run the files are on another machine, and what changed in them came along.
  if (run.before === null) return store.imports.changesOf(run.id) ?? { files: [], notCovered: [] }
  // All states are kept with the project's, also those of a copy that is gone.
  const { snapshots } = workOf(found(store.projects.get(run.projectId), 'project'))
  if (run.after !== null) return snapshots.changes(run.before, run.after)
  const { snapshots: here } = await workspaces.workIn(run.projectId, run.workspaceId ?? null)
  return snapshots.changes(run.before, (await here.snapshot()).id)
}

/**
 * What differs between two states of a project's files. Its own snapshots come first: a file that was imported may say
 * anything of states that are kept here too. Of a run whose files are on another machine what changed came along.
 */
export async function changesBetween(
  { store, workOf }: Pick<HostContext, 'store' | 'workOf'>,
  projectId: string,
  before: string,
  after: string,
): Promise<Changes> {
  const { snapshots } = workOf(found(store.projects.get(projectId), 'project'))
  try {
    return await snapshots.changes(before, after)
  } catch (thrown) {
    const came = store.imports.changes(before, after)
    if (came === undefined) throw thrown
    return came
  }
}

export function changeCount({ files }: Changes): ChangeCount {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + file[of], 0)
  return { files: files.length, added: sum('added'), removed: sum('removed') }
}

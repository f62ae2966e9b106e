import type { ChangeCount, Run } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { withBeside } from './beside-since.ts'

/** What a run changed: between its states before and after, or until now while it has no state after. */
export async function runChanges(
  { store, workOf, workspaces }: Pick<HostContext, 'store' | 'workOf' | 'workspaces'>,
  run: Run,
): Promise<Changes> {
  // The files of an imported run are on another machine; their changes were imported with it.
  if (run.before === null) return store.imports.changesOf(run.id) ?? { files: [], notCovered: [] }
  // All snapshots are stored with the project's, also those of a removed copy.
  const { snapshots } = workOf(found(store.projects.get(run.projectId), 'project'))
  if (run.after !== null) return withBeside(await snapshots.changes(run.before, run.after), run.beside ?? [])
  const { snapshots: here } = await workspaces.workIn(run.projectId, run.workspaceId ?? null)
  return snapshots.changes(run.before, (await here.snapshot()).id)
}

/**
 * The differences between two states of a project's files. Local snapshots come first: an imported file may claim
 * anything about states that exist here too. For an imported run the differences were imported with it.
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
    const imported = store.imports.changes(before, after)
    if (imported === undefined) throw thrown
    return imported
  }
}

export function changeCount({ files }: Changes): ChangeCount {
  const sum = (of: 'added' | 'removed') => files.reduce((total, file) => total + file[of], 0)
  return { files: files.length, added: sum('added'), removed: sum('removed') }
}

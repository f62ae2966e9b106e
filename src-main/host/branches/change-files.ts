import { FailureError } from '../../../src-shared/base/failure.ts'
import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import type { FileAct } from '../../store/file-act.ts'
import type { MergeResult } from '../../workspace/merge/merge-files.ts'
import type { Restored } from '../../workspace/snapshots/restore-snapshot.ts'
import type { Snapshots } from '../../workspace/snapshots/snapshots.ts'
import type { HostContext } from '../host-context.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workspaces'>

export interface FilesWorkspace {
  readonly projectId: string
  /** Null: the project's own folder. */
  readonly workspaceId: string | null
}

/**
 * Changes a workspace's files at the user's request.
 *
 * 1. Never while a run works there, and no run starts to write there in the meantime.
 * 2. The state before is stored before anything is touched, so that it can be restored whatever happens; and the
 *    target state, so that a change interrupted by a crash can be finished (`settle-acts.ts`).
 *
 * @param change calls `begin` with the snapshot that the files become, before it touches the first
 * @param expect the snapshot of the current files as the user saw them; null: any state
 * @throws FailureError if a run works there, the files have changed, or can't be written
 */
export async function changeFiles(
  parts: Parts,
  { projectId, workspaceId }: FilesWorkspace,
  kind: FileAct['kind'],
  expect: string | null,
  change: (snapshots: Snapshots, begin: (target: string) => void) => Promise<Restored & Partial<MergeResult>>,
): Promise<FilesChanged> {
  const { store, workspaces, bus, clock } = parts
  const workspace = workspaceId ?? projectId
  const { snapshots, turns } = await workspaces.workIn(projectId, workspaceId)
  refuseWhileRunning(parts, { projectId, workspaceId })
  const giveBack = await turns.take('write', new AbortController().signal)
  try {
    // One may have started while this waited.
    refuseWhileRunning(parts, { projectId, workspaceId })
    const before = expect ?? (await snapshots.snapshot()).id
    const act = { place: workspace, projectId, kind, runId: null, at: clock.now(), after: null }
    const number = store.fileActs.add({ ...act, before })
    const done = await change(snapshots, (target) => store.fileActs.aim(number, target)).catch((thrown: unknown) => {
      // It was reported as not done, so it must not be finished later.
      store.fileActs.aim(number, null)
      throw thrown
    })
    const { undo, written, removed, leftAlone, moved, refused, kept = [], nothing } = done
    const after = (await snapshots.snapshot()).id
    // The files changed between the two checks: the later state is the one to restore.
    if (undo !== before) store.fileActs.add({ ...act, before: undo, after })
    store.fileActs.finish(number, after)
    bus.publish({ kind: 'files', projectId, workspaceId })
    const stayed = [
      ...refused,
      ...leftAlone.map((path) => ({ path, why: notOurs })),
      ...moved.map((path) => ({ path, why: wrote })),
    ]
    const changed = { undo, after, written, removed, kept: [...kept, ...stayed] }
    if (written.length + removed.length > 0) return changed
    return { ...changed, nothing: nothing ?? (stayed.length > 0 ? noneCouldBe : asTheyWere) }
  } finally {
    giveBack?.()
  }
}

const noneCouldBe = 'None of the files that differ could be changed.'
const asTheyWere = 'The files have not changed since then.'
const wrote = 'It was changed outside Stratagem in the meantime.'
const notOurs = 'Its current content is in no snapshot: it is ignored, too large, or can’t be read.'

function refuseWhileRunning({ store }: Pick<HostContext, 'store'>, { projectId, workspaceId }: FilesWorkspace): void {
  const works = store.runs
    .withStatus(['running', 'waiting'])
    .some(({ run }) => run.projectId === projectId && (run.workspaceId ?? null) === workspaceId)
  if (!works) return
  throw new FailureError({
    kind: 'busy',
    message: 'A run is still working on these files, so nothing was changed.',
    advice: 'Stop the run, wait for it to end, or use an isolated copy instead.',
  })
}

import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { FilesChanged } from '../../../../src-shared/workspace/merge.ts'
import type { StartFiles } from '../../../../src-shared/workspace/start-files.ts'
import { found } from '../../base/not-found.ts'
import { besideSinceState } from '../../branches/beside-since.ts'
import { restoreState } from '../../branches/restore-state.ts'
import type { HostContext } from '../../host-context.ts'
import { writeTurn } from '../run-turns.ts'

type Parts = Pick<HostContext, 'id' | 'clock' | 'store' | 'bus' | 'workspaces'>

/** Files that could not be restored are named up to this number. */
const maxKept = 50

/** A turn that was written, whose run has not begun. */
export interface StartedTurn {
  readonly run: Run
  /** Takes back what was done if the run can't begin: its turn, and what became of the files. Never rejects. */
  takeBack(): Promise<void>
}

/**
 * Writes the user's message and its run, and makes the files ready that it starts from.
 *
 * The turn is written in one transaction with the record of the restore, before the first file is touched. So after a
 * crash there is either neither, or a run that was interrupted before its first step: the restore is then completed
 * (`settle-acts.ts`), the run can be resumed, and its record says how to undo the restore.
 *
 * @throws FailureError if the files have changed since they were compared, or a run works on them: nothing is written
 */
export async function startTurn(
  parts: Parts,
  setUp: Parameters<typeof writeTurn>[1],
  runId: string,
  files: StartFiles | undefined,
): Promise<StartedTurn> {
  const { store, clock } = parts
  const remove = (run: Run) => store.turns.remove(run.turnId, clock.now())
  if (files === undefined || files.kind === 'keep') {
    const kept = files !== undefined && files.differ > 0 && { kind: 'kept' as const, differ: files.differ }
    const run = writeTurn(parts, setUp, runId, kept === false ? undefined : kept)
    return { run, takeBack: async () => remove(run) }
  }
  const place = { projectId: setUp.projectId, workspaceId: setUp.workspaceId }
  const { expect } = files
  let written: Run | null = null
  try {
    const changed = await restoreState(parts, place, files, (count) => {
      written = writeTurn(parts, setUp, runId, { kind: 'restored', undo: expect, files: count, kept: [] })
    })
    const run = await recordRestore(parts, setUp, runId, files.snapshot, changed)
    return {
      run,
      takeBack: async () => {
        remove(run)
        await restoreState(parts, place, { snapshot: changed.undo, expect: changed.after }).catch(() => undefined)
      },
    }
  } catch (thrown) {
    if (written !== null) remove(written)
    throw thrown
  }
}

/** Says in the run's record what the restore came to. */
async function recordRestore(
  { store, workspaces }: Pick<HostContext, 'store' | 'workspaces'>,
  { projectId, workspaceId }: Parameters<typeof writeTurn>[1],
  runId: string,
  snapshot: string,
  { undo, written, removed, kept }: FilesChanged,
): Promise<Run> {
  const run = found(store.runs.get(runId), 'run')
  const files = written.length + removed.length
  const { folder } = await workspaces.workIn(projectId, workspaceId)
  const beside = await besideSinceState({ store }, workspaceId ?? projectId, snapshot, folder)
  const restored = { kind: 'restored' as const, undo, files, kept: kept.slice(0, maxKept) }
  const done: Run = { ...run, startedFiles: { ...restored, ...(beside.length > 0 && { beside }) } }
  store.runs.save(done)
  return done
}

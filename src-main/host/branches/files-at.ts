import type { FilesAt } from '../../../src-shared/api/files-requests.ts'
import type { Params } from '../../../src-shared/api/host-api.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import type { Snapshots } from '../../workspace/snapshots/snapshots.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { besideSince, withBeside } from './beside-since.ts'
import { foreignPaths } from './foreign-paths.ts'
import { stateAfterRun, stateAfterStep, stateBeforeStep } from './state-at.ts'

/**
 * The files as they were at a position of a run, and what would change if they were restored now.
 * @throws FailureError if the workspace is gone or can't be read
 */
export async function filesAt(
  parts: Pick<HostContext, 'store' | 'workspaces'>,
  request: Params<'files-at'>,
): Promise<FilesAt> {
  const { store, workspaces } = parts
  const { path, when, workspaceId } = request
  const run = found(store.runs.get(request.runId), 'run')
  const { snapshots, folder } = await workspaces.workIn(run.projectId, workspaceId)
  const now = (await snapshots.snapshot()).id
  const wanted = path === null ? ofRun(parts, run, when) : ofStep(parts, run, path, when)
  const changes = wanted === null ? null : await changesTo(snapshots, now, wanted)
  const chosen = hasChosen(parts, run, workspaceId ?? run.projectId)
  if (wanted === null || changes === null)
    return { snapshot: null, now, changes: none, foreign: [], chosen, beside: [] }
  const foreign = await foreignPaths(parts, run, workspaceId ?? run.projectId, now, keptPaths(snapshots))
  const touched = changes.files.map((file) => file.path).filter((each) => foreign.has(each))
  const beside = await besideSince(parts, run, workspaceId ?? run.projectId, when, folder)
  return { snapshot: wanted, now, changes: withBeside(changes, beside), foreign: touched, chosen, beside }
}

/**
 * The same before a message was first answered: a run that continues from a step of another one, with the same message,
 * began in the middle.
 */
export async function filesBeforeMessage(
  parts: Pick<HostContext, 'store' | 'workspaces'>,
  { turnId, workspaceId }: Params<'files-before-message'>,
): Promise<FilesAt> {
  const { store } = parts
  const { message, runs } = found(store.turns.get(turnId), 'message')
  let run = found(runs.at(-1), 'run')
  for (const passed = new Set<string>(); run.forkedFrom !== undefined && !passed.has(run.id); ) {
    passed.add(run.id)
    const origin = store.runs.get(run.forkedFrom.runId)
    if (origin === undefined || store.turns.get(origin.turnId)?.message !== message) break
    run = origin
  }
  const at = await filesAt(parts, { runId: run.id, path: null, when: 'before', workspaceId })
  // A run that is under way has written nothing before its first state is taken.
  const isUntouched = at.snapshot === null && run.before === null && run.status === 'running'
  return isUntouched ? { ...at, snapshot: at.now } : at
}

/** A restore that a run began with is followed by that run. */
function hasChosen({ store }: Pick<HostContext, 'store'>, run: Run, workspace: string): boolean {
  const acts = store.fileActs.list(workspace)
  const since = acts.slice(acts.findIndex((act) => act.runId === run.id) + 1)
  return since.at(-1)?.runId === null
}

function ofRun(parts: Pick<HostContext, 'store'>, run: Run, when: When): string | null {
  return when === 'before' ? run.before : stateAfterRun(parts, run)
}

function ofStep(parts: Pick<HostContext, 'store'>, run: Run, path: string, when: When): string | null {
  return when === 'before' ? stateBeforeStep(parts, run, path) : stateAfterStep(parts, run, path)
}

type When = Params<'files-at'>['when']

const none: Changes = { files: [], notCovered: [] }

/** Null if the state is not stored on this machine. */
async function changesTo(snapshots: Snapshots, now: string, wanted: string): Promise<Changes | null> {
  return snapshots.changes(now, wanted).catch(nullIfGone)
}

/** A state that is no longer stored can't be compared. */
function keptPaths(snapshots: Snapshots) {
  return async (before: string, after: string) => (await snapshots.paths(before, after).catch(nullIfGone)) ?? []
}

function nullIfGone(thrown: unknown): null {
  if (thrown instanceof FailureError && thrown.failure.kind === 'not-found') return null
  throw thrown
}

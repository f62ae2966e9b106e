import type { comparisonRequests as requests } from '../../../src-shared/api/comparison-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Comparison, Lane } from '../../../src-shared/comparison/comparison.ts'
import type { LaneLabel } from '../../../src-shared/comparison/lane-label.ts'
import { found } from '../base/not-found.ts'
import { mergeInto } from '../branches/merge-into.ts'
import { applyLane, type Merging, type StartedApply, undoApply } from '../comparisons/apply-lane.ts'
import type { Batches } from '../comparisons/batches/batches.ts'
import type { Comparisons } from '../comparisons/comparisons.ts'
import { estimateLanes } from '../comparisons/estimate-lanes.ts'
import { runVerdicts } from '../comparisons/run-verdicts.ts'
import { importTasks } from '../comparisons/task-sets/import-tasks.ts'
import { keepTask, taskFromTurn } from '../comparisons/task-sets/keep-task.ts'
import type { TaskProofs } from '../comparisons/task-sets/prove-task.ts'
import { releaseImages, taskImages } from '../comparisons/task-sets/task-images.ts'
import type { TrialDetails } from '../export/trials/trial-details.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import type { ResolveParts } from '../runs/resolve-request.ts'

type Parts = Pick<
  HostContext,
  'options' | 'keys' | 'clock' | 'store' | 'bus' | 'profiles' | 'presets' | 'strategies' | 'workspaces' | 'containers'
> &
  ResolveParts

/** Comparing strategies: in parallel lanes on one turn, and over many trials. */
export function comparisonRequests(
  parts: Parts,
  comparisons: Comparisons,
  batches: Batches,
  proofs: TaskProofs,
  files: HandlersOf<'files-merge-plan'>,
): HandlersOf<keyof typeof requests> {
  const { store, bus, clock } = parts
  const merging: Merging = {
    plan: files['files-merge-plan'],
    merge: (request, onBegin) => mergeInto(parts, request, onBegin),
  }
  const get = (id: string) => found(store.comparisons.get(id), 'comparison')
  // Loaded with the first batch that is looked at, and kept: what was read of a log is not read again.
  let details: Promise<TrialDetails> | null = null
  const readDetails = () => {
    details ??= import('../export/trials/trial-details.ts').then((loaded) => loaded.createTrialDetails(parts))
    return details
  }
  return {
    'comparison-start': (request) => comparisons.start(request),
    'comparison-estimate': (request) => estimateLanes(parts, request),
    'run-verdicts': ({ conversationId }) => runVerdicts(parts, conversationId),
    'comparisons-list': ({ projectId, conversationId }) => store.comparisons.list(projectId, conversationId),
    'comparison-open': ({ comparisonId }) => get(comparisonId),
    'comparison-stop': ({ comparisonId, lane }) => comparisons.stop(comparisonId, lane),
    'comparison-resume': ({ comparisonId }) => comparisons.resume(comparisonId),
    'comparison-judge': ({ comparisonId, rubric }) => comparisons.judge(comparisonId, rubric),
    'comparison-verdict': ({ comparisonId, choice, reasons, blind }) => {
      if (choice !== 'tie') laneOf(get(comparisonId), choice)
      const verdict = { by: 'user', blind, choice, reasons, at: clock.now() } as const
      return comparisons.change(comparisonId, ({ verdicts }) => ({ verdicts: [...verdicts, verdict] }))
    },
    'comparison-apply': async ({ comparisonId, lane, ...chosen }) => {
      comparisons.refuseElsewhere(comparisonId)
      const now = get(comparisonId)
      const note = (applied: Comparison['applied']) => comparisons.change(comparisonId, () => ({ applied }))
      // If a crash interrupts it, it is finished when the project is next opened: then this is what is in it.
      const onBegin = (apply: StartedApply) => void note({ lane, ...apply, at: clock.now() })
      const changed = await applyLane(merging, now, laneOf(now, lane), chosen, onBegin).catch((thrown: unknown) => {
        note(now.applied)
        throw thrown
      })
      const files = changed.written.length + changed.removed.length
      if (files === 0) return { comparison: note(now.applied), changed }
      const { undo, after } = changed
      return { comparison: note({ lane, files, undo, after, at: clock.now() }), changed }
    },
    'comparison-take-back': async ({ comparisonId }) => {
      comparisons.refuseElsewhere(comparisonId)
      const changed = await undoApply(merging, get(comparisonId))
      // The user may remove what is in the way of a part, and then take back the rest too.
      if (changed.kept.length > 0) return { comparison: get(comparisonId), changed }
      return { comparison: comparisons.change(comparisonId, () => ({ applied: null })), changed }
    },
    'comparison-continue': async ({ comparisonId, lane, copy }) => {
      comparisons.refuseElsewhere(comparisonId)
      const chosen = laneOf(get(comparisonId), lane)
      const { turnId, workspaceId } = await goOnFrom(parts, get(comparisonId), chosen, copy)
      return { comparison: comparisons.change(comparisonId, () => ({ chosen: lane })), turnId, workspaceId }
    },
    'tasks-list': ({ projectId }) => store.tasks.list(projectId),
    'task-from-turn': (request) => taskFromTurn(parts, request),
    'task-save': ({ projectId, task }) => keepTask(parts, projectId, task),
    'tasks-import': (request) => importTasks(parts, request),
    'task-prove': ({ taskId }) => proofs.prove(taskId),
    'containers-support': () => parts.containers.support(),
    'task-images': () => taskImages(parts),
    'task-images-remove': ({ names }) => parts.containers.removeImages(names),
    'task-delete': ({ taskId }) => {
      const task = found(store.tasks.get(taskId), 'task')
      store.tasks.remove(taskId)
      bus.publish({ kind: 'tasks', projectId: task.projectId })
      void releaseImages(parts, task)
      return null
    },
    'batch-start': (request) => batches.start(request),
    'batches-list': ({ projectId }) => store.batches.list(projectId),
    'batch-open': ({ batchId }) => batches.view(batchId),
    'batch-changes': ({ batchId, since, results }) => batches.changes(batchId, since, results),
    'batch-stop': ({ batchId }) => batches.stop(batchId),
    'batch-pause': ({ batchId }) => batches.pause(batchId),
    'batch-resume': ({ batchId, limits }) => batches.resume(batchId, limits),
    'batch-extend': ({ batchId, repeats, limits }) => batches.extend(batchId, repeats, limits),
    'batch-report': async ({ batchId, format, lane }) => {
      const { exportTrials } = await import('../export/trials/export-trials.ts')
      return exportTrials(parts, await batches.view(batchId), format, lane, await readDetails())
    },
    'batch-details': async ({ batchId }) => (await readDetails()).of(batches.planned(batchId), readingMs),
  }
}

/** How long one request may read logs, ms. */
const readingMs = 400

function laneOf({ lanes }: Comparison, label: LaneLabel): Lane {
  return found(
    lanes.find((each) => each.label === label),
    'lane',
  )
}

/**
 * The workspace in which the conversation continues from a lane: a copy with the lane's files, or the project's folder.
 * The lane's own copy is gone, so this workspace is recorded for its run: the turns that follow it work there too.
 */
async function goOnFrom(
  { store, bus, workspaces }: Pick<HostContext, 'store' | 'bus' | 'workspaces'>,
  { projectId }: Comparison,
  { turnId, runId, after, name, label, state }: Lane,
  copy: boolean,
): Promise<{ readonly turnId: string; readonly workspaceId: string | null }> {
  const run = runId === null ? undefined : store.runs.get(runId)
  if (turnId === null || run === undefined || atWork.includes(state)) throw notEnded(label)
  const { workspaceId: _, ...rest } = run
  if (!copy) {
    store.runs.save(rest)
    bus.publish({ kind: 'run', run: rest })
    return { turnId, workspaceId: null }
  }
  if (after === null) throw notEnded(label)
  const called = name === '' ? `Lane ${label}` : name
  const request = {
    projectId,
    name: called,
    snapshot: after,
    dependencies: 'clone',
    purpose: 'branch',
    owner: null,
  } as const
  const { id } = await workspaces.open(request)
  const moved = { ...rest, workspaceId: id }
  store.runs.save(moved)
  bus.publish({ kind: 'run', run: moved })
  return { turnId, workspaceId: id }
}

/** `waiting`: its run may wait for a slot to continue. `interrupted`: its run would continue there, not in its copy. */
const atWork: readonly Lane['state'][] = ['waiting', 'running', 'checking', 'interrupted']

const notEnded = (label: LaneLabel) =>
  new FailureError({
    kind: 'busy',
    message: `Lane ${label} has not ended.`,
    advice: 'Wait for it or stop it first. An interrupted lane can be resumed or stopped.',
  })

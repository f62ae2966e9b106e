import type { Params } from '../../../src-shared/api/host-api.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { plural } from '../../../src-shared/base/format.ts'
import type { Comparison, Lane } from '../../../src-shared/comparison/comparison.ts'
import type { FilesChanged, MergeFile } from '../../../src-shared/workspace/merge.ts'
import { withoutConflict } from '../../../src-shared/workspace/merge-choices.ts'
import type { StartedMerge } from '../branches/merge-into.ts'
import type { HandlersOf } from '../handlers.ts'

export interface Merging {
  readonly plan: HandlersOf<'files-merge-plan'>['files-merge-plan']
  merge(request: Params<'files-merge'>, onBegin?: (merge: StartedMerge) => void): Promise<FilesChanged>
}

/** What is recorded about a lane before the first file is touched. */
export type StartedApply = Pick<NonNullable<Comparison['applied']>, 'files' | 'undo'> & { readonly after: string }

/** What a lane did, as changes to merge. @throws FailureError if its files were not kept */
export function laneChanges(lane: Lane): { readonly base: string; readonly theirs: string } {
  if (lane.before === null || lane.after === null) throw nothingToApply(lane)
  return { base: lane.before, theirs: lane.after }
}

/**
 * Merges what a lane changed into the project's own folder: what the user chose, or all that does not conflict with
 * later changes there. What is left out is listed with the reason.
 *
 * @param onBegin called before the first file is touched, as `mergeInto` does
 */
export async function applyLane(
  merging: Merging,
  { projectId }: Comparison,
  lane: Lane,
  { ours, choices }: Pick<Params<'comparison-apply'>, 'ours' | 'choices'>,
  onBegin: (apply: StartedApply) => void,
): Promise<FilesChanged> {
  const merge = { projectId, ...laneChanges(lane), into: null }
  const noting: Merging = {
    plan: merging.plan,
    merge: (request) =>
      merging.merge(request, ({ target, files }) => onBegin({ files, undo: request.ours, after: target })),
  }
  if (ours !== null && choices !== null) return await noting.merge({ ...merge, ours, choices })
  return await bringIn(noting, merge, {
    whole: 'It was also changed in the project, and can only be applied as a whole.',
    parts: (many) => `${many} of it was also changed in the project. Merge it by hand.`,
  })
}

/** Reverses what was applied, as a merge: so later changes are kept. */
export async function undoApply(merging: Merging, { projectId, applied }: Comparison): Promise<FilesChanged> {
  if (applied === null || applied.after === undefined) throw nothingToTakeBack()
  const merge = { projectId, base: applied.after, theirs: applied.undo, into: null }
  const changed = await bringIn(merging, merge, {
    whole: 'It has changed since, so it was left unchanged.',
    parts: (many) => `${many} of it has changed since and was left unchanged.`,
  })
  const gone = changed.nothing !== undefined && changed.kept.length === 0
  return gone ? { ...changed, nothing: 'None of it is in the project anymore.' } : changed
}

interface LeftOutText {
  readonly whole: string
  /** @param many `One part`, `2 parts` */
  parts(many: string): string
}

async function bringIn(merging: Merging, merge: Params<'files-merge-plan'>, words: LeftOutText): Promise<FilesChanged> {
  const plan = await merging.plan(merge)
  const changed = await merging.merge({ ...merge, ours: plan.ours, choices: withoutConflict(plan) })
  return { ...changed, kept: [...changed.kept, ...plan.files.flatMap((file) => leftOut(file, words))] }
}

function leftOut({ path, state, hunks }: MergeFile, words: LeftOutText): FilesChanged['kept'] {
  const conflicts = hunks.filter((hunk) => hunk.state === 'conflict').length
  if (state === 'conflict') return [{ path, why: words.whole }]
  if (state !== 'moved' || conflicts === 0) return []
  return [{ path, why: words.parts(plural(conflicts, 'One part', `${conflicts} parts`)) }]
}

const nothingToTakeBack = () =>
  new FailureError({
    kind: 'not-found',
    message: 'There is nothing to undo: no lane of this comparison is applied.',
    advice: 'It may have been undone in another window. The Branches tab has earlier states of the files.',
  })

const nothingToApply = ({ label }: Lane) =>
  new FailureError({
    kind: 'not-found',
    message: `Lane ${label} has no files to apply.`,
    advice: 'Wait until its run ends, or choose another lane.',
  })

import type { Comparison, Lane } from '../../../src-shared/comparison.ts'
import { FailureError } from '../../../src-shared/failure.ts'
import type { Params } from '../../../src-shared/host-api.ts'
import type { FilesChanged, MergeFile } from '../../../src-shared/merge.ts'
import { withoutConflict } from '../../../src-shared/merge-choices.ts'
import type { HandlersOf } from '../handlers.ts'

export type Merging = HandlersOf<'files-merge-plan' | 'files-merge'>

/** What a lane did, as changes to bring in. @throws FailureError where its files were not kept */
export function laneChanges(lane: Lane): { readonly base: string; readonly theirs: string } {
  if (lane.before === null || lane.after === null) throw nothingToApply(lane)
  return { base: lane.before, theirs: lane.after }
}

/**
 * Brings what a lane changed into the project's own folder: what the user chose, or all that is in no conflict with
 * what was changed there since. What is left out is named with the reason.
 */
export async function applyLane(
  merging: Merging,
  { projectId }: Comparison,
  lane: Lane,
  { ours, choices }: Pick<Params<'comparison-apply'>, 'ours' | 'choices'>,
): Promise<FilesChanged> {
  const place = { projectId, ...laneChanges(lane), into: null }
  if (ours !== null && choices !== null) return await merging['files-merge']({ ...place, ours, choices })
  const plan = await merging['files-merge-plan'](place)
  const changed = await merging['files-merge']({ ...place, ours: plan.ours, choices: withoutConflict(plan) })
  return { ...changed, kept: [...changed.kept, ...plan.files.flatMap(leftOut)] }
}

function leftOut({ path, state, hunks }: MergeFile): FilesChanged['kept'] {
  const conflicts = hunks.filter((hunk) => hunk.state === 'conflict').length
  if (state === 'conflict') return [{ path, why: 'It was changed in the project too, and can only be taken whole.' }]
  if (state !== 'moved' || conflicts === 0) return []
  const parts = conflicts === 1 ? 'One part' : `${conflicts} parts`
  return [{ path, why: `${parts} of it was changed in the project too: choose there by hand.` }]
}

const nothingToApply = ({ label }: Lane) =>
  new FailureError({
    kind: 'not-found',
    message: `Lane ${label} left no files that could be brought in.`,
    advice: 'Wait until its run has ended, or choose another lane.',
  })

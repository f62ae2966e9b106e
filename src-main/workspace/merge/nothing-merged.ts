import type { MergeChoice, MergePlan } from '../../../src-shared/workspace/merge.ts'
import type { MergeWork } from './merge-plan.ts'

/** The changes that remain to be merged: without those that are already in the files. */
type Left = Pick<MergeWork, 'path' | 'state'> & { readonly hunks: readonly Pick<MergeWork['hunks'][number], 'state'>[] }

interface MergeRequest extends Pick<MergePlan, 'base' | 'theirs'> {
  readonly choices: readonly MergeChoice[]
}

/** Why a merge wrote nothing, in a sentence; single files that were not merged have their own reasons. */
export function nothingMergedReason(left: readonly Left[], { base, theirs, choices }: MergeRequest): string {
  if (base === theirs) return 'No files were changed there.'
  const open = left.filter((file) => !isThere(file))
  if (open.length === 0) return 'All that was changed there is here already.'
  const chosen = choices.filter(({ take }) => take === 'theirs' || take.length > 0)
  if (chosen.length === 0)
    return open.every(isContested)
      ? 'All that is left to bring in was changed here as well, so it has to be chosen by hand.'
      : 'Nothing was chosen to be brought in.'
  return chosen.every((choice) => bringsNothing(choice, left))
    ? 'All that was chosen is here already.'
    : 'None of what was chosen could be written.'
}

const isThere = ({ state, hunks }: Left): boolean =>
  state === 'moved' && hunks.length > 0 && hunks.every((hunk) => hunk.state === 'there')

const isContested = ({ state, hunks }: Left): boolean =>
  state === 'conflict' || (state === 'moved' && hunks.length > 0 && hunks.every((hunk) => hunk.state !== 'clean'))

function bringsNothing({ path, take }: MergeChoice, left: readonly Left[]): boolean {
  const file = left.find((each) => each.path === path)
  if (file === undefined) return true
  return take !== 'theirs' && take.every((index) => file.hunks[index]?.state === 'there')
}

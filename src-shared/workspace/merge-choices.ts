import type { MergeChoice, MergeFile, MergePlan } from './merge.ts'

/** All of a plan that goes in without replacing what was changed there meanwhile. */
export function withoutConflict({ files }: MergePlan): MergeChoice[] {
  return files.flatMap(({ path, state, hunks }): MergeChoice[] => {
    // A file without hunks that moved is another in its mode alone, which replaces nothing.
    if (state === 'whole' || (state === 'moved' && hunks.length === 0)) return [{ path, take: 'theirs' }]
    const clean = hunks.filter((hunk) => hunk.state === 'clean').map(({ index }) => index)
    return state === 'moved' && clean.length > 0 ? [{ path, take: clean }] : []
  })
}

/** Whether all that the file brings is there already. */
export const isAlreadyMerged = ({ state, hunks }: MergeFile): boolean =>
  state === 'moved' && hunks.length > 0 && hunks.every((hunk) => hunk.state === 'there')

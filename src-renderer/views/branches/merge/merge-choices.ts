import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { MergeChoice, MergeFile, MergePlan } from '../../../../src-shared/workspace/merge.ts'
import { isAlreadyMerged } from '../../../../src-shared/workspace/merge-choices.ts'

/** What to merge of a file: the whole file from the other side, or the hunks with these indices. */
export type FileSelection = 'theirs' | ReadonlySet<number>
export type MergeSelection = ReadonlyMap<string, FileSelection>

const nothing: FileSelection = new Set()

/** Everything that merges cleanly. Conflicts are not selected until the user decides. */
export function initialSelection(plan: MergePlan): MergeSelection {
  return new Map(plan.files.map((file) => [file.path, allOf(file)]))
}

/** Everything of a file that can be merged without replacing other changes. */
function allOf(file: MergeFile): FileSelection {
  switch (file.state) {
    case 'whole':
      return 'theirs'
    case 'moved':
      return new Set(file.hunks.filter((hunk) => hunk.state === 'clean').map((hunk) => hunk.index))
    case 'conflict':
      return nothing
    default:
      return assertNever(file.state)
  }
}

export function chosenOf(chosen: MergeSelection, file: MergeFile): FileSelection {
  return chosen.get(file.path) ?? nothing
}

/** `there`: all changes are already present. */
export function fileState(file: MergeFile, chosen: FileSelection): 'all' | 'some' | 'none' | 'there' {
  if (isAlreadyMerged(file)) return 'there'
  if (chosen === 'theirs') return 'all'
  if (chosen.size === 0) return 'none'
  return chosen.size >= file.hunks.filter((hunk) => hunk.state !== 'there').length ? 'all' : 'some'
}

/** Toggles a file's checkbox: everything that merges cleanly, or nothing. If nothing does, the whole file is taken. */
export function toggleFile(chosen: MergeSelection, file: MergeFile): MergeSelection {
  const before = chosenOf(chosen, file)
  const all = allOf(file)
  const most: FileSelection = all === 'theirs' || all.size > 0 ? all : 'theirs'
  return new Map(chosen).set(file.path, isSame(before, most) || before === 'theirs' ? nothing : most)
}

function isSame(one: FileSelection, other: FileSelection): boolean {
  if (one === 'theirs' || other === 'theirs') return one === other
  return one.size === other.size && [...one].every((index) => other.has(index))
}

/**
 * Toggles a hunk's checkbox. Selecting all hunks of a file without other changes takes the whole file from the other
 * side.
 */
export function toggleHunk(chosen: MergeSelection, file: MergeFile, index: number): MergeSelection {
  const before = chosenOf(chosen, file)
  const hunks = new Set(before === 'theirs' ? file.hunks.map((hunk) => hunk.index) : before)
  if (!hunks.delete(index)) hunks.add(index)
  const whole = file.state === 'whole' && hunks.size === file.hunks.length
  return new Map(chosen).set(file.path, whole ? 'theirs' : hunks)
}

/** Toggles taking the whole file from the other side, whatever its current content. */
export function toggleWholeFile(chosen: MergeSelection, file: MergeFile): MergeSelection {
  const next = chosenOf(chosen, file) === 'theirs' ? allOf(file) : 'theirs'
  return new Map(chosen).set(file.path, next)
}

export function isHunkChosen(chosen: FileSelection, index: number): boolean {
  return chosen === 'theirs' || chosen.has(index)
}

/** The selection as parameters of the request. */
export function mergeChoices(plan: MergePlan, chosen: MergeSelection): MergeChoice[] {
  return plan.files.flatMap((file): MergeChoice[] => {
    if (isAlreadyMerged(file)) return []
    const take = chosenOf(chosen, file)
    if (take === 'theirs') return [{ path: file.path, take }]
    return take.size === 0 ? [] : [{ path: file.path, take: [...take].sort((a, b) => a - b) }]
  })
}

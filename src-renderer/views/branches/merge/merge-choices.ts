import type { MergeChoice, MergeFile, MergePlan } from '../../../../src-shared/workspace/merge.ts'
import { isThere } from '../../../../src-shared/workspace/merge-choices.ts'

/** What of a file is to be brought in: all of it as it is on the other side, or some hunks by index. */
export type Chosen = 'theirs' | ReadonlySet<number>
export type ChosenFiles = ReadonlyMap<string, Chosen>

const nothing: Chosen = new Set()

/** All that goes in by itself. What conflicts is left as it is until somebody says otherwise. */
export function chosenAtFirst(plan: MergePlan): ChosenFiles {
  return new Map(plan.files.map((file) => [file.path, allOf(file)]))
}

/** Everything of a file that goes in without replacing something else. */
function allOf(file: MergeFile): Chosen {
  switch (file.state) {
    case 'whole':
      return 'theirs'
    case 'moved':
      return new Set(file.hunks.filter((hunk) => hunk.state === 'clean').map((hunk) => hunk.index))
    case 'conflict':
      return nothing
  }
}

export function chosenOf(chosen: ChosenFiles, file: MergeFile): Chosen {
  return chosen.get(file.path) ?? nothing
}

/** `there`: nothing is left to bring in. */
export function fileState(file: MergeFile, chosen: Chosen): 'all' | 'some' | 'none' | 'there' {
  if (isThere(file)) return 'there'
  if (chosen === 'theirs') return 'all'
  if (chosen.size === 0) return 'none'
  return chosen.size >= file.hunks.filter((hunk) => hunk.state !== 'there').length ? 'all' : 'some'
}

/** A file's own box: everything that goes in, or nothing. Where nothing goes in by itself, the file is taken whole. */
export function turnFile(chosen: ChosenFiles, file: MergeFile): ChosenFiles {
  const before = chosenOf(chosen, file)
  const all = allOf(file)
  const most: Chosen = all === 'theirs' || all.size > 0 ? all : 'theirs'
  return new Map(chosen).set(file.path, isSame(before, most) || before === 'theirs' ? nothing : most)
}

function isSame(one: Chosen, other: Chosen): boolean {
  if (one === 'theirs' || other === 'theirs') return one === other
  return one.size === other.size && [...one].every((index) => other.has(index))
}

/** A hunk's box. All hunks of a file that nobody else changed are the file as it is on the other side. */
export function turnHunk(chosen: ChosenFiles, file: MergeFile, index: number): ChosenFiles {
  const before = chosenOf(chosen, file)
  const hunks = new Set(before === 'theirs' ? file.hunks.map((hunk) => hunk.index) : before)
  if (!hunks.delete(index)) hunks.add(index)
  const whole = file.state === 'whole' && hunks.size === file.hunks.length
  return new Map(chosen).set(file.path, whole ? 'theirs' : hunks)
}

/** Takes the file as it is on the other side, whatever is here; or no longer. */
export function turnWhole(chosen: ChosenFiles, file: MergeFile): ChosenFiles {
  const next = chosenOf(chosen, file) === 'theirs' ? allOf(file) : 'theirs'
  return new Map(chosen).set(file.path, next)
}

export function isHunkChosen(chosen: Chosen, index: number): boolean {
  return chosen === 'theirs' || chosen.has(index)
}

/** What the host is asked to bring in. */
export function mergeChoices(plan: MergePlan, chosen: ChosenFiles): MergeChoice[] {
  return plan.files.flatMap((file): MergeChoice[] => {
    if (isThere(file)) return []
    const take = chosenOf(chosen, file)
    if (take === 'theirs') return [{ path: file.path, take }]
    return take.size === 0 ? [] : [{ path: file.path, take: [...take].sort((a, b) => a - b) }]
  })
}

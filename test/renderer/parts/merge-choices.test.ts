import { expect, test } from 'vitest'
import {
  fileState,
  initialSelection,
  mergeChoices,
  toggleFile,
  toggleHunk,
  toggleWholeFile,
} from '../../../src-renderer/views/branches/merge/merge-choices.ts'
import type { MergeFile, MergeHunk, MergePlan } from '../../../src-shared/workspace/merge.ts'

const file = (path: string, state: MergeFile['state'], ...hunks: MergeHunk['state'][]): MergeFile => ({
  path,
  kind: 'changed',
  binary: false,
  state,
  hunks: hunks.map((each, index) => ({ index, patch: '', state: each })),
})
const planOf = (...files: MergeFile[]): MergePlan => ({ base: 'b', theirs: 't', ours: 'o', files })

const whole = file('whole', 'whole', 'clean', 'clean')
const moved = file('moved', 'moved', 'there', 'clean', 'conflict', 'clean')
const torn = file('torn', 'moved', 'conflict')
const conflict = file('conflict', 'conflict')
const there = file('there', 'moved', 'there')
const plan = planOf(whole, moved, torn, conflict, there)

test('what goes in by itself is chosen at first, and nothing that would replace something', () => {
  expect(mergeChoices(plan, initialSelection(plan))).toEqual([
    { path: 'whole', take: 'theirs' },
    { path: 'moved', take: [1, 3] },
  ])
})

test('a file’s box turns all of it on and off, and takes whole what can only be taken so', () => {
  const first = initialSelection(plan)
  for (const each of [whole, moved]) {
    const without = toggleFile(first, each)
    expect(mergeChoices(planOf(each), without)).toEqual([])
    expect(mergeChoices(planOf(each), toggleFile(without, each))).toEqual(mergeChoices(planOf(each), first))
  }
  for (const each of [torn, conflict]) {
    const taken = toggleFile(first, each)
    expect(mergeChoices(planOf(each), taken)).toEqual([{ path: each.path, take: 'theirs' }])
    expect(mergeChoices(planOf(each), toggleFile(taken, each))).toEqual([])
  }
})

test('hunks are chosen one by one; all hunks of an untouched file are the file as it is', () => {
  const first = initialSelection(plan)
  const one = toggleHunk(first, whole, 0)
  expect(mergeChoices(planOf(whole), one)).toEqual([{ path: 'whole', take: [1] }])
  expect(mergeChoices(planOf(whole), toggleHunk(one, whole, 0))).toEqual([{ path: 'whole', take: 'theirs' }])
  expect(mergeChoices(planOf(moved), toggleHunk(first, moved, 3))).toEqual([{ path: 'moved', take: [1] }])
})

test('a file that moved can be taken whole over what is here, and given back to its hunks', () => {
  const taken = toggleWholeFile(initialSelection(plan), moved)
  expect(mergeChoices(planOf(moved), taken)).toEqual([{ path: 'moved', take: 'theirs' }])
  expect(mergeChoices(planOf(moved), toggleWholeFile(taken, moved))).toEqual([{ path: 'moved', take: [1, 3] }])
})

test('the state of a file’s box says all, some, none, or that it is there already', () => {
  const first = initialSelection(plan)
  const stateOf = (each: MergeFile) => fileState(each, first.get(each.path) ?? new Set())
  expect([whole, moved, torn, conflict, there].map(stateOf)).toEqual(['all', 'some', 'none', 'none', 'there'])
})

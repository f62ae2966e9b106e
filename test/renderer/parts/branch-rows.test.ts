import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjacentRow, branchRows, passingLanes } from '../../../src-renderer/views/branches/tree/branch-rows.ts'
import type { Turn } from '../../../src-shared/run/conversation.ts'

const turn = (id: string, parentId: string | null, createdAt: number, archived = false): Turn => ({
  id,
  conversationId: 'c',
  parentId,
  message: id,
  createdAt,
  runs: [],
  ...(archived ? { mark: { name: null, starred: false, archived } } : {}),
})
const none = new Set<string>()
const picture = (turns: readonly Turn[]) =>
  branchRows(turns, true, none).rows.map(({ turn: { id }, lane, joins, passing }) => [id, lane, joins, passing])

test('what goes on last stays in its lane; branches before it stand between, one lane further right', () => {
  const turns = [
    turn('root', null, 0),
    turn('left', 'root', 1),
    turn('leaf', 'left', 2),
    turn('leaf2', 'left', 3),
    turn('right', 'root', 4),
  ]
  expect(picture(turns)).toEqual([
    ['root', 0, 'begin', []],
    ['left', 1, 'off', [0]],
    ['leaf', 2, 'off', [0, 1]],
    ['leaf2', 1, 'below', [0]],
    ['right', 0, 'below', []],
  ])
  expect(passingLanes(branchRows(turns, true, none).rows, new Set(['root', 'right']))).toEqual([null, 0, 0, 0, null])
})

test('several first messages branch from the start of the conversation', () => {
  const turns = [turn('first', null, 0), turn('reply', 'first', 1), turn('again', null, 2), turn('last', 'again', 3)]
  expect(picture(turns)).toEqual([
    ['first', 1, 'off', [0]],
    ['reply', 1, 'below', [0]],
    ['again', 0, 'below', []],
    ['last', 0, 'below', []],
  ])
  const { rows, forksAtStart } = branchRows(turns, true, none)
  expect(forksAtStart).toBe(true)
  expect(branchRows(turns.slice(0, 2), true, none).forksAtStart).toBe(false)
  expect(branchRows([], true, none).forksAtStart).toBe(false)
  // The line of the shown branch leads from the start past the branch that was there first.
  expect(passingLanes(rows, new Set(['again', 'last']))).toEqual([0, 0, null, null])
  expect(passingLanes(rows, new Set(['first', 'reply']))).toEqual([null, null, null, null])
})

test('archived branches go with all that answers them, but for the branch that is looked at', () => {
  const turns = [turn('root', null, 0), turn('old', 'root', 1, true), turn('under', 'old', 2), turn('new', 'root', 3)]
  const ids = (showArchived: boolean, keep: ReadonlySet<string>) =>
    branchRows(turns, showArchived, keep).rows.map((row) => row.turn.id)
  expect(ids(false, none)).toEqual(['root', 'new'])
  expect(branchRows(turns, false, none).archived).toBe(2)
  expect(ids(true, none)).toEqual(['root', 'old', 'under', 'new'])
  expect(ids(false, new Set(['root', 'old', 'under']))).toEqual(['root', 'old', 'under', 'new'])
})

test('arrows go up and down the rows, to what a turn answers and to what answers it', () => {
  const { rows } = branchRows([turn('a', null, 0), turn('b', 'a', 1), turn('c', 'a', 2)], true, none)
  expect(rows.map((row) => row.turn.id)).toEqual(['a', 'b', 'c'])
  expect(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'End'].map((key) => adjacentRow(rows, 0, key))).toEqual([
    1, 0, 1, 0, 2,
  ])
  expect(adjacentRow(rows, 2, 'ArrowLeft')).toBe(0)
  expect(adjacentRow(rows, 2, 'ArrowDown')).toBe(2)
})

test('every turn of any tree has one row, after the one it answers, and its line reaches it', () => {
  const trees = fc
    .array(fc.nat(), { minLength: 1, maxLength: 60 })
    .map((picks) =>
      picks.map((pick, index) => turn(`t${index}`, index === 0 || pick % 7 === 0 ? null : `t${pick % index}`, index)),
    )
  fc.assert(
    fc.property(trees, (turns) => {
      const { rows } = branchRows(turns, false, none)
      expect(rows.map((row) => row.turn.id).sort()).toEqual(turns.map((each) => each.id).sort())
      for (const [at, row] of rows.entries()) {
        if (row.turn.parentId === null) continue
        const above = rows.findIndex((each) => each.turn.id === row.turn.parentId)
        expect(above).toBeLessThan(at)
        const parent = rows[above]
        expect(row.lane - (parent?.lane ?? 0)).toBe(row.joins === 'off' ? 1 : 0)
        // The parent's lane goes by every row between the two.
        for (const between of rows.slice(above + 1, at)) expect(between.passing).toContain(parent?.lane)
      }
    }),
  )
})

test('a conversation of many thousand turns is laid out without growing the stack', () => {
  const turns = Array.from({ length: 20_000 }, (_, at) => turn(`t${at}`, at === 0 ? null : `t${at - 1}`, at))
  expect(branchRows(turns, false, none).rows).toHaveLength(20_000)
})

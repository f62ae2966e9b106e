import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Layout, newLayout, updateLayout } from '../../../../src-renderer/parts/timeline/model/layout.ts'
import { rowsOf } from '../../../../src-renderer/parts/timeline/model/rows.ts'
import { emptyRunView, foldItem, foldItems } from '../../../../src-shared/run/view/fold.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { Group } from '../../../../src-shared/timeline/span-groups.ts'
import { firstEndingFrom, lastStartingBy, type Track } from '../../../../src-shared/timeline/track.ts'
import { logOf, randomLog, randomPlan } from '../../../kit/agent/random-log.ts'
import {
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runOf,
  toolEnd,
  toolStart,
} from '../../../kit/fake-host/timeline-scene.ts'

const layoutOf = (view: RunView) => updateLayout(newLayout(), view)

function groupsOf(group: Group): Group[] {
  return [group, ...group.children.flatMap(groupsOf)]
}
function tracksOf(layout: Layout): Track[] {
  return groupsOf(layout.root).flatMap(({ phases, model, tools, you, marks }) => [
    ...phases,
    ...model,
    ...tools,
    ...you,
    ...marks,
  ])
}
/** What is drawn, without on which of its line's tracks: that depends on when ends became known. */
function bars(layout: Layout): string[] {
  const lines = groupsOf(layout.root).flatMap((group) =>
    (['phases', 'model', 'tools', 'you', 'marks'] as const).flatMap((name) =>
      group[name].flatMap((track) =>
        track.start.map((start, slot) =>
          [
            group.key,
            name,
            start,
            track.end[slot],
            track.span[slot],
            track.kind[slot],
            track.state[slot],
            track.first[slot],
          ].join(' '),
        ),
      ),
    ),
  )
  return lines.sort()
}

test('bars of one track stand in order and never overlap', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      for (const track of tracksOf(layoutOf(foldItems(emptyRunView(), items)))) {
        for (let slot = 1; slot < track.start.length; slot++) {
          expect(track.start[slot]).toBeGreaterThanOrEqual(track.end[slot - 1] ?? 0)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('a layout that grew with its run draws what one made at the end draws', () => {
  fc.assert(
    fc.property(randomPlan, (plan) => {
      let view = emptyRunView()
      let layout = newLayout()
      for (const item of logOf(plan)) {
        view = foldItem(view, item)
        layout = updateLayout(layout, view)
      }
      expect(bars(layout)).toEqual(bars(layoutOf(view)))
    }),
    { numRuns: 200 },
  )
})

test('every span but what only holds others together is drawn once, where its place says', () => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const view = foldItems(emptyRunView(), items)
      const layout = layoutOf(view)
      for (const [index, span] of view.spans.entries()) {
        const place = layout.places[index] ?? layout.waits.get(index)
        expect(place === undefined).toBe(span.kind === 'branches')
        if (place !== undefined) expect(place.track.span[place.slot]).toBe(index)
      }
    }),
    { numRuns: 100 },
  )
})

test('tool calls asked for together are stacked in place, without lanes of their own', () => {
  const view = runOf(
    [0, { type: 'branches-start', path: '0', count: 2, again: false }],
    [1, toolStart('0/0.0')],
    [1, toolStart('0/1.0')],
    [5, toolEnd('0/0.0')],
    [6, toolEnd('0/1.0')],
    [6, { type: 'branches-end', path: '0', failure: null }],
    [7, toolStart('1')],
  )
  const { root } = layoutOf(view)
  expect(root.children).toEqual([])
  expect(root.tools.map((track) => track.start)).toEqual([[1, 7], [1]])
})

test('branches that hold more than tool calls are lanes, by their number, also where tools came first', () => {
  const bodies = [
    [0, { type: 'branches-start', path: '0', count: 2, again: false }],
    [1, modelStart('0/1.0')],
    [2, toolStart('0/0.0')],
    [3, modelStart('0/0.1')],
  ] as const
  const layout = updateLayout(layoutOf(runOf(...bodies.slice(0, 3))), runOf(...bodies))
  expect(layout.root.children.map((group) => group.title)).toEqual(['Branch 1', 'Branch 2'])
  expect(layout.root.children[0]?.tools[0]?.start).toEqual([2])
  expect(layout.root.tools).toEqual([])
})

test('a child run is a band on its line and has lines of its own', () => {
  const view = runOf(
    [
      0,
      { type: 'child-start', path: '0', strategy: { name: 'chat', options: {} }, goal: 'look', depth: 1, again: false },
    ],
    [1, modelStart('0.0')],
    [9, modelEnd('0.0', 3)],
  )
  const { root } = layoutOf(view)
  expect(root.phases[0]?.kind).toEqual(['child'])
  expect(root.model).toEqual([])
  expect(root.children[0]).toMatchObject({ title: 'look', model: [{ start: [1], end: [9], first: [4] }] })
})

test('a child run that a named sub-agent does is titled by its name and its goal', () => {
  const titled = (agent: string, goal: string) => {
    const start = { type: 'child-start', strategy: { name: 'chat', options: {} }, depth: 1, again: false } as const
    return layoutOf(runOf([0, { ...start, path: '0', goal, agent }], [1, modelStart('0.0')])).root.children[0]?.title
  }
  expect(titled('reviewer', 'look\nat it')).toBe('reviewer: look at it')
  expect(titled('reviewer', '')).toBe('reviewer')
})

test('nested phases are bands under each other', () => {
  const view = runOf(
    [0, phaseStart('0', 'execute')],
    [1, phaseStart('0.0', 'tests first')],
    [2, phaseEnd('0.0')],
    [3, phaseEnd('0')],
    [4, phaseStart('1', 'review')],
  )
  expect(layoutOf(view).root.phases.map((track) => track.start)).toEqual([[0, 4], [1]])
})

test('only what holds something has a row, and lanes beside each other begin as a row each', () => {
  const lanes = (count: number) =>
    runOf(
      [0, { type: 'branches-start', path: '0', count, again: false }],
      ...Array.from({ length: count }, (_, lane) => [1, modelStart(`0/${lane}.0`)] as const),
    )
  const labels = (layout: Layout, folds = new Map<string, boolean>()) =>
    rowsOf(layout, folds).rows.map((row) => row.label)
  expect(labels(layoutOf(lanes(2)))).toEqual(['Branch 1', 'Branch 2'])
  expect(labels(layoutOf(lanes(2)), new Map([['0/1', false]]))).toEqual(['Branch 1', 'Branch 2', 'Model'])
  expect(labels(layoutOf(emptyRunView()))).toEqual(['Model'])
  const many = rowsOf(layoutOf(lanes(9)), new Map([['0/0', false]]))
  expect(many.rows.filter((row) => row.label === 'Model')).toHaveLength(1)
  // Folded lanes keep their calls in sight.
  expect(many.rows.filter((row) => row.fold?.folded).map((row) => row.lines.length)).toEqual(Array(8).fill(1))
})

test('where room is short rows are little more than half as high, and on a line all calls are one row', () => {
  const layout = layoutOf(runOf([0, modelStart('0')], [5, toolStart('1')], [6, toolStart('2')]))
  const full = rowsOf(layout, new Map())
  const compact = rowsOf(layout, new Map(), 'compact')
  for (const each of [full, rowsOf(layout, new Map(), 'beside'), compact])
    expect(each.rows.map((row) => row.label)).toEqual(['Model', 'Tools'])
  expect(compact.height).toBeLessThan(full.height * 0.6)
  const line = rowsOf(layout, new Map(), 'line')
  expect(line.rows).toHaveLength(1)
  expect(line.height).toBe(24)
  expect(new Set(line.lines.map(({ track }) => track))).toEqual(new Set(full.lines.map(({ track }) => track)))
  expect(new Set(line.lines.map(({ top }) => top)).size).toBe(1)
})

test.each(['roomy', 'beside', 'compact', 'line'] as const)('rows that are %s do not overlap', (size) => {
  fc.assert(
    fc.property(randomLog, (items) => {
      const { rows, height } = rowsOf(layoutOf(foldItems(emptyRunView(), items)), new Map(), size)
      let bottom = 0
      for (const row of rows) {
        expect(row.top).toBeGreaterThanOrEqual(bottom)
        bottom = row.top + row.height
        for (const line of row.lines) expect(line.top + line.height).toBeLessThanOrEqual(bottom)
      }
      expect(height).toBeGreaterThanOrEqual(bottom)
    }),
    { numRuns: 100 },
  )
})

test('searching a track by halves finds what looking at each bar finds', () => {
  const gaps = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 30 })
  fc.assert(
    fc.property(gaps, fc.nat(200), (pairs, ms) => {
      const track: Track = { start: [], end: [], span: [], kind: [], state: [], first: [], names: new Map() }
      let at = 0
      for (const [gap, length] of pairs) {
        track.start.push(at + gap)
        track.end.push(at + gap + length)
        at += gap + length
      }
      const ending = track.end.findIndex((end) => end >= ms)
      expect(firstEndingFrom(track, ms)).toBe(ending === -1 ? track.end.length : ending)
      expect(lastStartingBy(track, ms)).toBe(track.start.findLastIndex((start) => start <= ms))
    }),
  )
})

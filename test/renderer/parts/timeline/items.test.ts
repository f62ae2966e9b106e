import { expect, test } from 'vitest'
import { fitAll } from '../../../../src-renderer/parts/timeline/model/viewport.ts'
import { visibleSpans, windowOf } from '../../../../src-renderer/parts/timeline/model/visible-items.ts'
import { runFrom, sceneOf, toolEnd, toolStart } from '../../../kit/fake-host/timeline-scene.ts'

const run = runFrom(
  Array.from({ length: 1000 }, (_, at) => [
    [at * 10, toolStart(`${at}`)] as const,
    [at * 10 + 5, toolEnd(`${at}`)] as const,
  ]).flat(),
)
const scene = sceneOf(run, fitAll(run.lastMs))
const all = visibleSpans(scene)
const indices = (items: readonly { readonly index: number }[]) => items.map(({ index }) => index)

test('all spans in sight are known, in the order they started in', () => {
  expect(indices(all.near)).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  const near = visibleSpans({ ...scene, viewport: { from: 2000, to: 2100 } })
  expect(indices(near.near)).toEqual([200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210])
})

test('a window of them goes where one is, and tells what it leaves out', () => {
  const first = windowOf(all, null, [], 120)
  expect(indices(first.items)).toEqual(Array.from({ length: 120 }, (_, at) => at))
  expect([first.before, first.after]).toEqual([null, { nearest: 120, count: 880 }])
  const middle = windowOf(all, 500, [], 120)
  expect(indices(middle.items)).toContain(500)
  expect([middle.before, middle.after]).toEqual([
    { nearest: 439, count: 440 },
    { nearest: 560, count: 440 },
  ])
  const last = windowOf(all, 999, [], 120)
  expect(indices(last.items).at(-1)).toBe(999)
  expect(last.after).toBeNull()
  expect(windowOf({ ...all, near: all.near.slice(0, 30) }, 4, [], 120)).toMatchObject({ before: null, after: null })
})

test('what has the keyboard stays, out of sight too', () => {
  const [held] = all.near
  if (held === undefined) throw new Error('there are spans')
  const near = visibleSpans({ ...scene, viewport: { from: 2000, to: 2100 } })
  expect(indices(windowOf(near, 205, [held], 120).items)).toEqual([0, ...indices(near.near)])
  expect(indices(windowOf(all, 3, [held], 120).items).filter((index) => index === 0)).toHaveLength(1)
})

test('of very many spans those near one are looked at, and the others are counted', () => {
  for (const around of [null, 0, 500, 730, 999]) {
    const some = visibleSpans(scene, around, 120)
    expect(some.near.length).toBeLessThan(250)
    expect(windowOf(some, around, [], 120)).toEqual(windowOf(all, around, [], 120))
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restMs } from '../../../src-renderer/parts/chat/scrolled-rows.ts'
import { boxHeight, rowsOfRun, type ScrolledList, scrolledList } from '../../kit/window/scrolled-list.ts'

/** Heights that no guess fits: from 20 to 420 px, by the row's name. */
const uneven = (key: string) => 20.25 + (((Number(key.split(':').at(-1)) || 7) * 7919) % 400)

/** By how many px each row has moved that is in sight before and after, least and most. */
function moved(list: ScrolledList, act: () => void): readonly [number, number] {
  const before = list.inSight()
  act()
  const moves = [...list.inSight()].flatMap(([key, top]) => {
    const was = before.get(key)
    return was === undefined ? [] : [top - was]
  })
  expect(moves.length).toBeGreaterThan(0)
  return [Math.min(...moves), Math.max(...moves)]
}
const still = ([least, most]: readonly [number, number], by = 0) => {
  expect(least).toBeCloseTo(by, 5)
  expect(most).toBeCloseTo(by, 5)
}

test('it is drawn at its end at once', () => {
  const list = scrolledList(rowsOfRun(0, 5000), uneven)
  expect([...list.inSight().keys()].at(-1)).toBe('run:ending')
})

test('scrolling up through rows of any height moves what is seen by what was scrolled, and writes nothing meanwhile', () => {
  const list = scrolledList(rowsOfRun(0, 5000), uneven)
  list.list.toEnd()
  list.draw()
  const before = list.writes()
  for (let turn = 0; turn < 300; turn++)
    still(
      moved(list, () => list.scroll(-(50 + (turn % 7) * 40))),
      50 + (turn % 7) * 40,
    )
  expect(list.writes()).toBe(before)
  still(moved(list, () => list.wait(restMs + 1)))
  expect(list.writes()).toBe(before + 1)
})

test('the start is reached, with nothing above the first row', () => {
  const list = scrolledList(rowsOfRun(0, 400), uneven)
  for (let turn = 0; turn < 2000 && !list.inSight().has('turn:message'); turn++) list.scroll(-300)
  for (let turn = 0; turn < 5; turn++) list.scroll(-300)
  expect(list.box.scrollTop).toBe(0)
  expect(list.inSight().get('turn:message')).toBeCloseTo(20, 0)
})

test("the rows before a long run's end come in above the reader, who stays where they are, at rest and while scrolling", () => {
  for (const isMoving of [false, true]) {
    const list = scrolledList(rowsOfRun(4700, 5000, true), uneven)
    list.scroll(-2000)
    if (!isMoving) list.wait(restMs + 1)
    still(
      moved(list, () => {
        list.rows = rowsOfRun(0, 5000)
        list.draw()
      }),
    )
    still(moved(list, () => list.wait(restMs + 1)))
  }
})

test('a row that grows moves those below it, but nothing that is at the top', () => {
  let more = 0
  const list = scrolledList(rowsOfRun(0, 300), (key) => (key.endsWith(':200') ? 40 + more : 60))
  list.list.toRow(201, 'start')
  list.draw()
  list.wait(restMs + 1)
  list.scroll(10)
  list.wait(restMs + 1)
  // It is partly above the top: its own top stays.
  still(
    moved(list, () => {
      list.scroll(-20)
      more = 300
      list.draw()
      more = 0
      list.draw()
    }),
    20,
  )
})

test('where a row is gone to it stands where it was wished, whatever the heights turn out to be', () => {
  const list = scrolledList(rowsOfRun(0, 5000), uneven)
  for (const index of [0, 17, 2500, 4990]) {
    list.list.toRow(index, 'start')
    list.draw()
    list.wait(restMs + 1)
    const key = index === 0 ? 'turn:message' : `run:block:${index - 1}`
    expect(list.inSight().get(key)).toBeCloseTo(index === 0 ? 20 : 0, 0)
    list.list.toRow(index + 100 > 5000 ? index : index + 100, 'center')
    list.draw()
    list.wait(restMs + 1)
  }
})

test('whatever comes, goes, grows and is scrolled: rows in sight move by what was scrolled', () => {
  const acts = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('scroll' as const), by: fc.integer({ min: -5000, max: 5000 }) }),
      fc.record({ kind: fc.constant('creep' as const), by: fc.integer({ min: -250, max: 250 }) }),
      fc.record({ kind: fc.constant('rows' as const), by: fc.integer({ min: -400, max: 400 }) }),
      fc.record({ kind: fc.constant('wait' as const), by: fc.integer({ min: 1, max: 400 }) }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(acts, (all) => {
      let [from, to] = [1000, 1400]
      const list = scrolledList(rowsOfRun(from, to, true), uneven)
      list.scroll(-9000)
      for (const { kind, by } of all) {
        const [least, most] = edges(list)
        const isInside = (px: number) => least - px > 3000 && most + px > 3000
        if (kind === 'scroll') list.scroll(by)
        else if (kind === 'wait') still(moved(list, () => list.wait(by)))
        else if (kind === 'creep' && isInside(Math.abs(by)))
          still(
            moved(list, () => list.scroll(by)),
            -by,
          )
        else if (kind === 'rows') {
          if (by < 0) from = Math.max(0, from + by)
          else to += by
          const change = () => {
            list.rows = rowsOfRun(from, to, from > 0)
            list.draw()
          }
          // What is being read stands first: it goes where rows come before.
          if (isInside(0)) still(moved(list, change))
          else change()
        }
      }
    }),
    { numRuns: 60 },
  )
})

/** Px that can be scrolled up and down. */
const edges = ({ list, box }: ScrolledList): readonly [number, number] => [
  box.scrollTop,
  list.size - box.scrollTop - boxHeight,
]

test('who drags to the very top has the first row there, however much was found to stand above', () => {
  const list = scrolledList(rowsOfRun(0, 5000), uneven)
  for (let part = 60; part >= 0; part--) list.scroll(Math.round((list.list.size * part) / 60) - list.box.scrollTop)
  expect(list.inSight().get('turn:message')).toBeCloseTo(20, 0)
})

test('who scrolls while a place is still to be written has both', () => {
  const list = scrolledList(rowsOfRun(0, 5000), uneven)
  for (let turn = 0; turn < 20; turn++) list.scroll(-200)
  list.wait(restMs + 1)
  for (let turn = 0; turn < 20; turn++) list.scroll(-200)
  still(
    moved(list, () => {
      list.pass(restMs + 1)
      list.list.rest()
      list.scroll(-90)
    }),
    90,
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedWindow, windowAround, windowFor } from '../../../src-renderer/parts/chat/use-row-window.ts'

const counts = fc.integer({ min: 1, max: 2_000_000 })

test('a window around a row holds it, however many rows there are, and is never large', () => {
  fc.assert(
    fc.property(counts, fc.nat(), (count, any) => {
      const index = any % count
      const { from, to } = windowFor(windowAround(index, count), count)
      expect(from).toBeLessThanOrEqual(index)
      expect(to).toBeGreaterThan(index)
      expect(to - from).toBeLessThanOrEqual(75_000)
    }),
  )
})

test('going on to either end, the window comes there, and what is in sight stays in it', () => {
  fc.assert(
    fc.property(counts, fc.nat(), fc.boolean(), (count, any, up) => {
      let at = any % count
      let seen = windowFor(windowAround(at, count), count)
      while (up ? at > 0 : at < count - 1) {
        at = up ? Math.max(seen.from, at - 150) : Math.min(seen.to - 1, at + 150)
        const moved = movedWindow(seen, at, at, count)
        seen = moved === null ? seen : windowFor(moved, count)
        expect(at).toBeGreaterThanOrEqual(seen.from)
        expect(at).toBeLessThan(seen.to)
        expect(seen.to - seen.from).toBeLessThanOrEqual(150_000)
      }
      expect(up ? seen.from : seen.to).toBe(up ? 0 : count)
    }),
    { numRuns: 40 },
  )
})

test('a window at the end stays there while rows come', () => {
  const end = { last: 50_000 }
  expect(windowFor(end, 50)).toEqual({ from: 0, to: 50 })
  expect(windowFor(end, 90_000)).toEqual({ from: 40_000, to: 90_000 })
  expect(movedWindow({ from: 40_000, to: 90_000 }, 89_900, 89_999, 90_000)).toBeNull()
})

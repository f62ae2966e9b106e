import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holm } from '../../../src-shared/statistics/holm.ts'

test('the smallest counts for all tests, the next for those that are left, and none falls below the one before', () => {
  const rounded = (ps: readonly number[]) => holm(ps).map((p) => Math.round(p * 1e6) / 1e6)
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  expect(rounded([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  expect(rounded([0.02, 0.02])).toEqual([0.04, 0.04])
  expect(holm([])).toEqual([])
})

test('it lies between each test alone and Bonferroni, and keeps their order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }), (ps) => {
      const adjusted = holm(ps)
      for (const [at, p] of ps.entries()) {
        expect(adjusted[at]).toBeGreaterThanOrEqual(p)
        expect(adjusted[at]).toBeLessThanOrEqual(Math.min(1, p * ps.length) + 1e-12)
        for (const [other, q] of ps.entries()) if (p < q) expect(adjusted[at]).toBeLessThanOrEqual(adjusted[other] ?? 0)
      }
    }),
  )
})

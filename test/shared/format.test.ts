import { describe, expect, it } from 'vitest'
import {
  counted,
  formatCost,
  formatCount,
  formatDuration,
  formatFixed,
  formatNumber,
  formatPercent,
  formatSize,
  listed,
  plural,
} from '../../src-shared/base/format.ts'

describe('what people read', () => {
  it('counts things, with separators and the form that goes with the count', () => {
    expect([0, 1, 2, 1204].map((count) => counted(count, 'file'))).toEqual([
      '0 files',
      '1 file',
      '2 files',
      '1,204 files',
    ])
    expect(counted(3, 'match', 'matches')).toBe('3 matches')
    expect(plural(1, 'is', 'are')).toBe('is')
  })

  it('lists things', () => {
    expect([['A'], ['A', 'B'], ['A', 'B', 'C']].map((items) => listed(items))).toEqual(['A', 'A and B', 'A, B, and C'])
    expect(listed(['A', 'B', 'C'], 'or')).toBe('A, B, or C')
  })

  it('rounds numbers to what can be read', () => {
    expect([0.12345, 1204.5].map(formatNumber)).toEqual(['0.123', '1,204.5'])
    expect(formatFixed(0.5, 2)).toBe('0.50')
    expect(formatPercent(0.456)).toBe('46\u00a0%')
    expect([420, 3100, 61_000, 3_660_000].map(formatDuration)).toEqual(['420 ms', '3.1 s', '1 min 1 s', '1 h 1 min'])
    expect([999, 12_400, 2_000_000].map(formatCount)).toEqual(['999', '12.4 k', '2.0 M'])
    expect([null, 0, 0.0321, 1234.5].map(formatCost)).toEqual(['no price set', '$0', '$0.032', '$1,234.50'])
    expect([999, 1500, 2_500_000, 3_000_000_000].map(formatSize)).toEqual(['999 B', '1.5 kB', '2.5 MB', '3.0 GB'])
  })
})

it('small counts read as the formatter and the rules of plurals would have them', () => {
  const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
  const rules = new Intl.PluralRules('en-US')
  for (const count of [0, 0.5, 1, 1.5, 2, 10, 11, 21, 101, 998, 999, 999.5, 1000, 1001, -1, 12_345]) {
    expect(formatNumber(count)).toBe(numbers.format(count))
    expect(plural(count, 'one', 'many')).toBe(rules.select(count) === 'one' ? 'one' : 'many')
  }
})

import { describe, expect, it } from 'vitest'
import { dayLabel } from '../../../src-renderer/views/history/day-groups.ts'

const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()

describe('the day a conversation stands under', () => {
  const now = at(2026, 11, 21)
  it('is named by how a reader thinks of it', () => {
    expect(dayLabel(at(2026, 11, 21, 0), now)).toBe('Today')
    expect(dayLabel(at(2026, 11, 20, 23), now)).toBe('Yesterday')
    expect(dayLabel(at(2026, 11, 18), now)).toBe('Wednesday')
    expect(dayLabel(at(2026, 11, 3), now)).toBe('November')
    expect(dayLabel(at(2025, 12, 30), now)).toBe('December 2025')
  })
})

import { describe, expect, it } from 'vitest'
import { nothingMergedReason } from '../../src-main/workspace/merge/nothing-merged.ts'

type Left = Parameters<typeof nothingMergedReason>[0][number]
const file = (path: string, state: Left['state'], ...hunks: Left['hunks'][number]['state'][]): Left => ({
  path,
  state,
  hunks: hunks.map((each) => ({ state: each })),
})
const why = (left: readonly Left[], choices: Parameters<typeof nothingMergedReason>[1]['choices'] = [], theirs = 'b') =>
  nothingMergedReason(left, { base: 'a', theirs, choices })

describe('why a merge wrote nothing', () => {
  it('tells no changes from changes that are here already', () => {
    expect(why([], [], 'a')).toBe('No files were changed there.')
    expect(why([])).toBe('All that was changed there is here already.')
    expect(why([file('a', 'moved', 'there', 'there')])).toBe('All that was changed there is here already.')
  })

  it('tells what was left out by choice from what has to be chosen by hand', () => {
    const whole = file('a', 'whole', 'clean')
    expect(why([whole])).toBe('Nothing was chosen to be brought in.')
    expect(why([whole], [{ path: 'a', take: [] }])).toBe('Nothing was chosen to be brought in.')
    expect(why([whole, file('b', 'conflict')])).toBe('Nothing was chosen to be brought in.')
    expect(why([file('a', 'moved', 'conflict', 'there'), file('b', 'conflict')])).toMatch(/chosen by hand/)
  })

  it('tells what is here already from what could not be written', () => {
    const half = file('a', 'moved', 'there', 'clean')
    expect(why([half], [{ path: 'a', take: [0] }])).toBe('All that was chosen is here already.')
    expect(why([half], [{ path: 'elsewhere', take: 'theirs' }])).toBe('All that was chosen is here already.')
    expect(why([half], [{ path: 'a', take: [1] }])).toBe('None of what was chosen could be written.')
  })
})

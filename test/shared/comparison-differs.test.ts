import { describe, expect, it } from 'vitest'
import { type LaneSetUp, laneSetUp } from '../../src-shared/comparison.ts'
import { laneDifferences } from '../../src-shared/comparison-differs.ts'
import { defaultBudget } from '../../src-shared/task.ts'

const named = {
  presets: [{ id: 'pset_1', name: 'Careful' }],
  profiles: [
    { id: 'p1', name: 'Small' },
    { id: 'p2', name: 'Large' },
  ],
}
const lane = (more: Partial<LaneSetUp> = {}): LaneSetUp =>
  laneSetUp.parse({ strategy: { name: 'tool-loop', options: {} }, roles: { default: 'p1' }, ...more })

describe('what differs, in words', () => {
  it('is the strategy alone, where nothing else was varied', () => {
    const { differ, alike } = laneDifferences([lane(), lane({ strategy: { preset: 'pset_1' } })], named)
    expect(differ).toEqual(['Strategy: A tool-loop, B Careful.'])
    expect(alike).toBe('Alike in all lanes: message, files, model, reasoning effort, temperature, limits.')
  })

  it('names every option, model, effort and limit that is not the same in all lanes', () => {
    const nest = (maxRetries: number): LaneSetUp['strategy'] => ({
      name: 'retry',
      options: { maxRetries },
      inner: { name: 'tool-loop', options: { maxTurns: 5 } },
    })
    const { differ, alike } = laneDifferences(
      [
        lane({ strategy: nest(1), budget: defaultBudget }),
        lane({ strategy: nest(2), roles: { default: 'p2', critic: 'p1' }, reasoningEffort: 'low' }),
        lane({ strategy: nest(2), temperature: 0.5, budget: { ...defaultBudget, cost: 2 } }),
      ],
      named,
    )
    expect(differ).toContain('Option maxRetries of retry: A 1, B 2, C 2.')
    expect(differ).toContain('Model: A Small, B Large, C Small.')
    expect(differ).toContain('Model for critic: A as usual, B Small, C as usual.')
    expect(differ).toContain('Reasoning effort: A as usual, B low, C as usual.')
    expect(differ).toContain('Temperature: A as usual, B as usual, C 0.5.')
    expect(differ).toContain('Limits, cost in $: A none, B as usual, C 2.')
    expect(differ.some((each) => each.includes('maxTurns') || each.startsWith('Strategy'))).toBe(false)
    expect(alike).toBe('Alike in all lanes: message, files, strategy.')
  })

  it('says so where nothing differs', () => {
    expect(laneDifferences([lane(), lane()], named)).toEqual({ differ: [], alike: expect.stringContaining('chance') })
  })
})

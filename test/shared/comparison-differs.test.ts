import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src-shared/base/json.ts'
import { type BoundLane, type LaneSetUp, laneSetUp } from '../../src-shared/comparison/comparison.ts'
import { laneDifferences } from '../../src-shared/comparison/comparison-differs.ts'
import { defaultBudget } from '../../src-shared/strategy/task.ts'

const named = {
  presets: [{ id: 'pset_1', name: 'Careful' }],
  profiles: [
    { id: 'p1', name: 'Small' },
    { id: 'p2', name: 'Large' },
  ],
  strategies: [
    { name: 'tool-loop', title: 'Tool loop' },
    { name: 'retry', title: 'Retry' },
  ],
}
const lane = (more: Partial<LaneSetUp> = {}): LaneSetUp =>
  laneSetUp.parse({ strategy: { name: 'tool-loop', options: {} }, roles: { default: 'p1' }, ...more })

describe('what differs, in words', () => {
  it('is the strategy alone, where nothing else was varied', () => {
    const { differ, alike } = laneDifferences([lane(), lane({ strategy: { preset: 'pset_1' } })], named)
    expect(differ).toEqual(['Strategy: A Tool loop; B Careful.'])
    expect(alike).toBe('Same in all lanes: message, files, model, reasoning effort, temperature, limits.')
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
    expect(differ).toContain('Option maxRetries of Retry: A 1; B 2; C 2.')
    expect(differ).toContain('Model: A Small; B Large; C Small.')
    expect(differ).toContain('Model for critic: A as usual; B Small; C as usual.')
    expect(differ).toContain('Reasoning effort: A as its model is set; B low; C as its model is set.')
    expect(differ).toContain('Temperature: A as its model is set; B as its model is set; C 0.5.')
    expect(differ).toContain('Limits, cost in $: A none; B as usual; C 2.')
    expect(differ.some((each) => each.includes('maxTurns') || each.startsWith('Strategy'))).toBe(false)
    expect(alike).toBe('Same in all lanes: message, files, strategy.')
  })

  it('says what can’t be held equal if another agent works in a lane, alone or inside of a wrapper', () => {
    const agent = { name: 'agent', options: { agent: 'gemini' } }
    const alone = laneDifferences([lane({ strategy: agent }), lane()], named)
    expect(alone.differ).toContain('Model: A the agent’s own; B Small.')
    expect(alone.alike).toBe('Same in all lanes: message, files.')
    expect(alone.unequal).toBe(
      'Can’t be held equal: gemini in lane A uses its own prompts, model, temperature, tools and limits.',
    )
    const wrapped = lane({ strategy: { name: 'retry', options: {}, inner: { name: 'agent', options: {} } } })
    expect(laneDifferences([lane({ strategy: agent }), wrapped], named).unequal).toBe(
      'Can’t be held equal: gemini in lane A and opencode in lane B use their own prompts, models, temperatures, tools and limits.',
    )
    expect(laneDifferences([lane(), lane()], named).unequal).toBeNull()
  })

  it('names a prompt that differs, with the text of each lane', () => {
    const prompts = [
      { name: 'retry', about: 'Asks again', text: 'Again: {reason}', required: ['reason'], optional: [] },
    ]
    const strategies = [{ name: 'retry', title: 'Retry', prompts }, ...named.strategies.slice(0, 1)]
    const nest = (options: JsonObject) =>
      lane({ strategy: { name: 'retry', options, inner: { name: 'tool-loop', options: {} } } })
    const changed = nest({ prompts: { retry: 'Once more,\n{reason}' } })
    const found = laneDifferences([nest({}), changed], { ...named, strategies })
    expect(found.differ).toEqual(['Prompt retry of Retry: A the default; B “Once more, {reason}”.'])
    expect(found.prompts).toEqual([
      {
        subject: 'Prompt retry of Retry',
        versions: [
          { label: 'A', text: 'Again: {reason}' },
          { label: 'B', text: 'Once more,\n{reason}' },
        ],
      },
    ])
    expect(laneDifferences([changed, changed], { ...named, strategies }).differ).toEqual([])
  })

  it('says nothing of a prompt or an option for lanes whose strategy has none, and quotes where a long prompt changed', () => {
    const text = 'Look at the work as a stranger would, and say in one sentence what is wrong with it. '.repeat(2)
    const prompts = [{ name: 'critic', about: 'Asks', text, required: [], optional: [] }]
    const strategies = [{ name: 'retry', title: 'Retry', prompts }, ...named.strategies.slice(0, 1)]
    const options = { maxRetries: 3, prompts: { critic: `${text}Be brief.` } }
    const { differ, prompts: found } = laneDifferences([lane({ strategy: { name: 'retry', options } }), lane()], {
      ...named,
      strategies,
    })
    expect(differ).toEqual([
      'Strategy: A Retry; B Tool loop.',
      'Option maxRetries of Retry: A 3.',
      'Prompt critic of Retry: A “… what is wrong with it. Be brief.”',
    ])
    expect(found[0]?.versions.map(({ label }) => label)).toEqual(['Default', 'A'])
  })

  it('names of limits only those that differ from what the other lanes have anyway', () => {
    const own = { ...defaultBudget, modelCalls: 30, wallMs: 120_000 }
    const usual = { defaultProfile: 'p1', budget: defaultBudget }
    const { differ, alike } = laneDifferences([lane({ roles: {} }), lane({ budget: own })], { ...named, usual })
    expect(differ).toEqual(['Limits, model calls: A 200; B 30.', 'Limits, time: A 4 h 0 min; B 2 min 0 s.'])
    expect(alike).toBe('Same in all lanes: message, files, strategy, model, reasoning effort, temperature.')
    const asking = lane({ budget: { ...defaultBudget, atLimit: 'ask' } })
    const asked = laneDifferences([asking, lane({ roles: {} })], { ...named, usual })
    expect(asked.differ).toEqual([expect.stringMatching(/^Limits, when reached: A asks you/)])
  })

  it('knows the models that a preset brings, and that the choice of a lane goes before them', () => {
    const careful = { id: 'pset_1', name: 'Careful', preset: { roles: { default: 'Large', critic: 'gone' } } }
    const things = { ...named, presets: [careful], usual: { defaultProfile: 'p1', budget: defaultBudget } }
    const preset = { strategy: { preset: 'pset_1' }, roles: {} }
    const { differ } = laneDifferences([lane(), lane(preset)], things)
    expect(differ).toEqual(['Strategy: A Tool loop; B Careful.', 'Model: A Small; B Large.'])
    expect(laneDifferences([lane(), lane({ ...preset, roles: { default: 'p1' } })], things).differ).toHaveLength(1)
  })

  it('says of a lane that was compared the model it was bound to', () => {
    const bound = (profileName: string): BoundLane => ({
      ...lane({ roles: {} }),
      label: 'A',
      choice: { name: 'tool-loop', options: {} },
      bound: { default: { profileId: 'p', profileName, model: 'm' } },
      budget: defaultBudget,
    })
    expect(laneDifferences([bound('Small'), bound('Large')], named).differ).toEqual(['Model: A Small; B Large.'])
  })

  it('says so where nothing differs', () => {
    expect(laneDifferences([lane(), lane()], named)).toEqual({
      differ: [],
      prompts: [],
      unequal: null,
      alike: expect.stringContaining('chance'),
    })
  })
})

import { describe, expect, it } from 'vitest'
import { strategyInfos } from '../../src-main/strategy/registry.ts'
import { familyCases } from '../kit/family/family-cases.ts'
import { familyWorld } from '../kit/family/family-world.ts'

describe('played', () => {
  it.each(familyCases.filter(({ agentOnly }) => agentOnly !== true))('$name', (made) => {
    const world = familyWorld(made)
    const { outcome, requests } = world.played()
    const { ends } = made
    expect(outcome).toMatchObject({
      status: ends.status,
      ...(ends.text === undefined ? {} : { text: ends.text }),
      ...(ends.meta === undefined ? {} : { meta: ends.meta }),
    })
    expect(outcome.failure?.kind).toBe(ends.failure)
    expect(requests).toHaveLength(ends.requests)
    if (ends.done !== undefined) expect(world.done).toEqual(ends.done)
    if (ends.file !== undefined) expect(world.file()).toBe(ends.file)
  })

  it('has cases of every strategy, which together go through every phase that it declares', () => {
    for (const { name, phases } of strategyInfos()) {
      const own = familyCases.filter(({ choice }) => choice.name === name)
      expect(own, name).not.toEqual([])
      const reached = new Set(own.flatMap(({ ends }) => ends.phases))
      for (const phase of phases) expect(reached, name).toContain(phase.name)
    }
  })
})

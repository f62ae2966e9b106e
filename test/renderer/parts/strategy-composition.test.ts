import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pickChoices, pickOfValue, valueOfPick } from '../../../src-renderer/parts/choices/pick-choices.ts'
import {
  addInside,
  canMove,
  canUnwrap,
  choiceOf,
  layerOfField,
  layersOf,
  moveLayer,
  removeInside,
  unwrapAt,
  withName,
  withOptions,
  wrapAt,
} from '../../../src-renderer/parts/strategy/composition.ts'
import { choiceLabel } from '../../../src-shared/strategy/strategy-info.ts'
import { fakeStrategies, fakeStrategyPresets } from '../../kit/fake-host/fake-strategies.ts'

const loop = { name: 'tool-loop', options: { maxTurns: 3 } }
const label = (layers: ReturnType<typeof layersOf>) => choiceLabel(choiceOf(layers))
const layers = fc.array(
  fc.record({ name: fc.constantFrom('retry', 'conversation', 'chat'), options: fc.constant({}) }),
  {
    minLength: 1,
    maxLength: 6,
  },
)

describe('a composition', () => {
  it('is wrapped, reordered and unwrapped', () => {
    const wrapped = wrapAt(wrapAt(layersOf(loop), 0, 'conversation'), 0, 'retry')
    expect(label(wrapped)).toBe('retry(conversation(tool-loop))')
    expect(label(moveLayer(wrapped, 0, 1))).toBe('conversation(retry(tool-loop))')
    expect(label(unwrapAt(wrapped, 0))).toBe('conversation(tool-loop)')
    expect(choiceOf(unwrapAt(unwrapAt(wrapped, 0), 0))).toEqual(loop)
  })

  it('gets a strategy inside for its work, which is removed again', () => {
    const best = [{ name: 'best-of-n', options: { candidates: 2 } }]
    expect(label(addInside(best, 'agent'))).toBe('best-of-n(agent)')
    expect(removeInside(addInside(best, 'agent'))).toEqual(best)
    expect(removeInside(best)).toEqual(best)
  })

  it('never loses or moves the innermost strategy', () => {
    fc.assert(
      fc.property(layers, fc.integer({ min: -1, max: 7 }), fc.constantFrom<-1 | 1>(-1, 1), (some, at, by) => {
        expect(moveLayer(some, at, by).at(-1)).toEqual(some.at(-1))
        expect(unwrapAt(some, at).at(-1)).toEqual(some.at(-1))
        expect(moveLayer(some, at, by)).toHaveLength(some.length)
        if (canMove(some, at, by)) expect(moveLayer(moveLayer(some, at, by), at + by, by === 1 ? -1 : 1)).toEqual(some)
        if (canUnwrap(some, at)) expect(unwrapAt(some, at)).toHaveLength(some.length - 1)
      }),
    )
  })

  it('comes back from its layers as it was', () => {
    fc.assert(
      fc.property(layers, (some) => {
        expect(layersOf(choiceOf(some))).toEqual(some)
      }),
    )
  })

  it('keeps options with their strategy, and begins them anew with another', () => {
    const set = withOptions(layersOf(loop), 0, { maxTurns: 9 })
    expect(set[0]?.options).toEqual({ maxTurns: 9 })
    expect(withName(set, 0, 'tool-loop')[0]?.options).toEqual({ maxTurns: 9 })
    expect(withName(set, 0, 'chat')).toEqual([{ name: 'chat', options: {} }])
  })

  it('knows which layer a field of a problem is in', () => {
    expect(layerOfField('strategy.options')).toBe(0)
    expect(layerOfField('strategy.inner.inner.name')).toBe(2)
    expect(layerOfField('roles.planner')).toBeNull()
  })
})

describe('what can be picked', () => {
  it('is grouped, offers no invalid preset and no wrapper alone, and comes back as it was picked', () => {
    const composed = { name: 'retry', options: {}, inner: loop }
    const offered = pickChoices(composed, fakeStrategies, fakeStrategyPresets)
    expect(offered[0]).toMatchObject({ label: 'Retry › Tool loop', group: 'Composed' })
    expect(offered.map((each) => each.label)).toEqual(expect.arrayContaining(['Auto', 'Careful fix', 'Tool loop']))
    expect(offered.map((each) => each.label)).not.toContain('quick.json')
    expect(offered.map((each) => each.label)).not.toContain('Retry')
    for (const pick of [composed, { preset: 'preset-careful' }, { auto: true } as const, loop])
      expect(pickOfValue(valueOfPick(pick), pick)).toBe(pick)
    expect(pickOfValue('preset preset-careful', loop)).toEqual({ preset: 'preset-careful' })
    expect(pickOfValue('strategy chat', loop)).toEqual({ name: 'chat', options: {} })
  })

  it('shows what is picked also where it is gone', () => {
    const offered = pickChoices({ preset: 'gone' }, fakeStrategies, [])
    expect(offered[0]).toMatchObject({ label: 'gone', summary: 'No longer available' })
  })
})

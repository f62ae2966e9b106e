import { describe, expect, it } from 'vitest'
import { expectOneEnd } from '../../kit/agent/agent-lives.ts'
import { familyCases } from '../../kit/family/family-cases.ts'
import { isExhaustive } from '../../kit/project/sample.ts'
import { liveStrict } from '../../kit/strict/live-strict.ts'
import { strictServers } from '../../kit/strict/strict-servers.ts'

// Every built-in strategy with every strict server ends as it does with one that takes everything: the same answer, phases,
// effects and number of answers. The usual run takes a diagonal, `npm run test:exhaustive` all.

describe.each(strictServers.map((strict, row) => ({ ...strict, row })))('with $name', ({ row, ...strict }) => {
  const chosen = familyCases.filter((_, at) => isExhaustive || at % strictServers.length === row)
  it.each(chosen)('$name', async (made) => {
    const { ends } = made
    const { end, events, world, taken, refused } = await liveStrict(made, strict)
    const why = refused.map((each) => each.why).join('\n')
    expect(end, why).toMatchObject({ status: ends.status, ...(ends.text === undefined ? {} : { text: ends.text }) })
    expect(end.failure?.kind, why).toBe(ends.failure)
    expect(taken, why).toHaveLength(ends.requests)
    const phases = events.flatMap((event) => (event.type === 'phase-start' ? [event.name] : []))
    const inOrder = (names: readonly string[]) => (made.parallel ? names.toSorted() : names)
    expect(inOrder(phases)).toEqual(inOrder(ends.phases))
    if (ends.done !== undefined) expect(inOrder(world.done)).toEqual(inOrder(ends.done))
    expectOneEnd(events)
  })
})

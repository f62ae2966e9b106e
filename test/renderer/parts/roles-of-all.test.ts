import { expect, test, vi } from 'vitest'

vi.mock('../../../src-renderer/host/host.ts', () => ({ ask: async () => null, follow: () => () => {} }))
const { rolesOfAll } = await import('../../../src-renderer/views/settings/roles-page.tsx')

test('a role is described for all strategies, the same whatever comes first, and says who has it', () => {
  const strategy = (title: string, purpose: string) => ({ title, roles: [{ name: 'engineer', purpose }] })
  const some = [strategy('Best of n', 'Does the work of every candidate'), strategy('Tool loop', 'Does the work')]
  expect(rolesOfAll(some)).toEqual([
    { role: 'engineer', hint: 'Does the work: reads, edits and runs commands. Used by Best of n, Tool loop' },
  ])
  expect(rolesOfAll([{ title: 'Mine', roles: [{ name: 'poet', purpose: 'Rhymes' }] }])).toEqual([
    { role: 'poet', hint: 'Rhymes. Used by Mine' },
  ])
  expect(rolesOfAll([...some, strategy('A', ''), strategy('B', ''), strategy('C', '')])[0]?.hint).toContain(
    'Best of n, Tool loop, A and 2 more',
  )
})

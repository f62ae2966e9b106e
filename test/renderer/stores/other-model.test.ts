import { expect, test, vi } from 'vitest'

vi.mock('../../../src-renderer/host/host.ts', () => ({ ask: async () => null, follow: () => () => {} }))
const { otherModel } = await import('../../../src-renderer/stores/runs/other-model.ts')

test('every role of the model that fails gets the other one, and no other role', () => {
  const bound = (profileId: string) => ({ profileId, profileName: profileId, model: profileId })
  const roles = { planner: bound('large'), engineer: bound('busy'), summarizer: bound('busy') }
  expect(otherModel(roles, 'busy', 'spare')).toEqual({ planner: 'large', engineer: 'spare', summarizer: 'spare' })
})

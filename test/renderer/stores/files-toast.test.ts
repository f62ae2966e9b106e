import { expect, test, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }))
vi.mock('../../../src-renderer/host/host.ts', () => ({ ask: async () => null, follow: () => () => {} }))
const shown = vi.hoisted(() => new Set<number>())
vi.mock('sonner', () => {
  let last = 0
  const toast = () => {
    last += 1
    shown.add(last)
    return last
  }
  return { toast: Object.assign(toast, { dismiss: (id: number) => shown.delete(id), error: () => 0 }) }
})
const { changeFiles } = await import('../../../src-renderer/stores/server-cache/files.ts')
const { openBatch } = await import('../../../src-renderer/stores/server-cache/batches.ts')
const { setUpComparison } = await import('../../../src-renderer/stores/server-cache/comparisons.ts')

const workspace = { projectId: 'p', workspaceId: null }
const changed = { undo: 'snap', after: 'snap2', written: ['a.txt'], removed: [], kept: [] }

test('what was applied in one comparison is not reported over the next one', async () => {
  const message = { kind: 'message', parentId: null, workspaceId: null } as const
  await changeFiles(workspace, Promise.resolve(changed), 'Applied lane A:')
  expect(shown.size).toBe(1)
  setUpComparison(message, 'Fix it')
  expect(shown.size).toBe(0)
  await changeFiles(workspace, Promise.resolve(changed), 'Applied lane B:')
  await openBatch('batch')
  expect(shown.size).toBe(0)
})

import { beforeEach, expect, test, vi } from 'vitest'
import { FailureError } from '../../../src-shared/base/failure.ts'

/** The host's queue, which is ahead of what the window has heard. */
const host = vi.hoisted(() => ({ queue: [] as string[], toasts: [] as string[] }))
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }))
vi.mock('sonner', () => ({ toast: { error: (text: string) => host.toasts.push(text) } }))
vi.mock('../../../src-renderer/host/host.ts', () => ({
  follow: () => () => {},
  ask: async (method: string, params: { readonly before: readonly string[]; readonly messages: string[] }) => {
    if (method === 'run-queue-read') return [...host.queue]
    if (JSON.stringify(params.before) !== JSON.stringify(host.queue)) throw new FailureError(changed)
    host.queue = params.messages
    return null
  },
}))
const changed = { kind: 'invalid-request', message: 'The queue has changed.', advice: 'Look again.' } as const
const { removeQueued, sendQueuedEarlier } = await import('../../../src-renderer/stores/runs/runs.ts')
const { useWorkbench } = await import('../../../src-renderer/stores/session/workbench-store.ts')

const known = (...messages: string[]) => useWorkbench.setState({ queues: { run: messages } })

beforeEach(() => {
  host.toasts = []
})

test('a queued message is removed though another one came that the window has not heard of yet', async () => {
  known('one')
  host.queue = ['one', 'two']
  expect(await removeQueued('run', 0)).toBe(true)
  expect(host.queue).toEqual(['two'])
})

test('a message is found where it is by then, and moved from there', async () => {
  known('one', 'two', 'three')
  host.queue = ['two', 'three']
  expect(await sendQueuedEarlier('run', 2)).toBe(true)
  expect(host.queue).toEqual(['three', 'two'])
  expect(host.toasts).toEqual([])
})

test('a message that the run has taken is not removed, and a toast says so', async () => {
  known('one', 'two')
  host.queue = ['two']
  expect(await removeQueued('run', 0)).toBe(false)
  expect(host.queue).toEqual(['two'])
  expect(host.toasts).toEqual(['The queue has changed.'])
})

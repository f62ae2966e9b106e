import { expect, test, vi } from 'vitest'
import { batchResults } from '../../../src-main/trials/batch-results.ts'
import type { BatchView } from '../../../src-shared/api/comparison-requests.ts'
import type { Batch, Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import { madeBatch, madeTrials } from '../../kit/agent/sample-trials.ts'

const host = vi.hoisted(() => ({ answers: [] as ((view: BatchView) => void)[] }))
vi.mock('../../../src-renderer/host/host.ts', () => ({
  follow: () => () => {},
  ask: () => new Promise<BatchView>((resolve) => host.answers.push(resolve)),
}))
const {
  openBatch,
  applyBatchChange: takeBatchChange,
  useBatches,
} = await import('../../../src-renderer/stores/server-cache/batches.ts')

const viewOf = (batch: Batch, trials: readonly Trial[]): BatchView => ({
  batch,
  trials,
  results: batchResults(batch, trials),
})
const counted = () => {
  const { open } = useBatches.getState()
  return open.state === 'ready' ? [open.value.batch.state, open.value.results.lanes[0]?.trials] : []
}

test('trials are said to be done once what they come to is there, and no older answer takes its place', async () => {
  const running = madeBatch({ state: 'running', repeats: 2 })
  const trials = madeTrials([
    [{ success: true }, { success: true }],
    [{ success: true }, { success: true }],
  ])
  const some = trials.slice(0, 2)
  const first = openBatch(running.id)
  host.answers.shift()?.(viewOf(running, some))
  await first
  expect(counted()).toEqual(['running', 1])

  const early = openBatch(running.id)
  takeBatchChange({ kind: 'batch', batch: { ...running, state: 'done' } })
  expect(counted()).toEqual(['running', 1])
  const [older, newer] = host.answers.splice(0)
  newer?.(viewOf({ ...running, state: 'done' }, trials))
  await vi.waitFor(() => expect(counted()).toEqual(['done', 2]))
  older?.(viewOf(running, some))
  await early
  expect(counted()).toEqual(['done', 2])
})

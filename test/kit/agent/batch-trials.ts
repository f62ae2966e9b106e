import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { BatchView, StartBatch } from '../../../src-shared/api/comparison-requests.ts'
import type { BatchTask } from '../../../src-shared/comparison/comparison-batch.ts'
import { checkOf, laneOf } from '../window/compare-lanes.ts'

/** Two lanes of plain tool loops that answer with text, and one task whose check requires a file. */
export const batchOf = (projectId: string, more: Partial<StartBatch> = {}): StartBatch => ({
  projectId,
  name: 'Trial',
  lanes: [laneOf('prof_a'), laneOf('prof_b')],
  tasks: [taskOf('one')],
  repeats: 2,
  seed: 7,
  parallel: 1,
  certainty: { alpha: 0.05, margin: 0.1, stopEarly: false },
  mode: 'act',
  approval: 'everything',
  dependencies: 'none',
  setUpCommand: null,
  ...more,
})

export const taskOf = (id: string, more: Partial<BatchTask> = {}): BatchTask => ({
  id,
  name: id,
  message: `Do ${id}.`,
  from: null,
  check: checkOf("node -e \"process.exit(require('fs').existsSync('done.txt') ? 0 : 1)\""),
  turnId: null,
  ...more,
})

/** Resolves when the batch has ended, now or later. */
export async function batchAtRest(host: Host, batchId: string): Promise<BatchView> {
  await new Promise<void>((resolve, reject) => {
    let undo = () => {}
    const look = (id: string, state: string) => {
      if (id !== batchId || state === 'running') return
      undo()
      resolve()
    }
    undo = host.follow({ kind: 'host' }, (message) => {
      if (message.topic !== 'host') return
      for (const change of message.changes) if (change.kind === 'batch') look(change.batch.id, change.batch.state)
    })
    ask(host, 'batch-open', { batchId }).then(({ batch }) => look(batch.id, batch.state), reject)
  })
  return ask(host, 'batch-open', { batchId })
}

export async function batchToEnd(host: Host, params: StartBatch): Promise<BatchView> {
  const { id } = await ask(host, 'batch-start', params)
  return batchAtRest(host, id)
}

import { parquetReadObjects } from 'hyparquet'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { BatchReportFormat } from '../../../../src-shared/api/comparison-requests.ts'
import { batchOf, batchToEnd, taskOf } from '../../../kit/agent/batch-trials.ts'
import { isFirst, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer } from '../../../kit/host/host-model-server.ts'
import { openTestHost } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

test('trials are exported as tables and as logs of Inspect, with nothing made up', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) =>
    request.model === 'model-b' && isFirst(request) ? writeDone : { text: '=done, "really"' },
  )
  const host = await openTestHost()
  const { project: opened } = await compareTalk(host, project.folder, server.url)
  const tasks = [taskOf('one'), taskOf('two', { name: '=cmd()', tags: ['x'] })]
  const { batch } = await batchToEnd(host, batchOf(opened.id, { tasks, repeats: 1 }))
  const made = (format: BatchReportFormat, lane: 'A' | 'B' | 'D' | null = null) =>
    ask(host, 'batch-report', { batchId: batch.id, format, lane })

  const csv = await made('csv')
  expect(csv).toMatchObject({ name: 'Trial.csv', encoding: 'utf8' })
  const [head = '', ...lines] = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(head.split(',')).toEqual(expect.arrayContaining(['task', 'lane', 'success', 'tokens', 'cost_usd', 'run']))
  // A sheet would run it.
  expect(csv.text).toContain(",'=cmd(),")

  const rows = (await made('jsonl')).text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(rows).toContainEqual(
    expect.objectContaining({ task: 'one', lane: 'B', success: true, files_changed: 1, score: null, cost_usd: null }),
  )
  const parquet = await made('parquet')
  expect(parquet.encoding).toBe('base64')
  const bytes = Uint8Array.from(Buffer.from(parquet.text, 'base64'))
  const read = await parquetReadObjects({ file: bytes.buffer })
  expect(read).toHaveLength(4)
  expect(read).toContainEqual(
    expect.objectContaining({ task: 'one', lane: 'A', success: false, repeat: 0n, score: null }),
  )

  const ofB = await made('inspect', 'B')
  // Inspect lists no others.
  expect(ofB.name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-00-00_Trial_[^_]+-B\.json$/)
  const log: unknown = JSON.parse(ofB.text)
  expect(log).toMatchObject({
    version: 2,
    status: 'success',
    eval: { task: 'Trial', model: 'model-b', config: { epochs: 1 } },
    results: { total_samples: 2, completed_samples: 2, scores: [{ metrics: { accuracy: { value: 1 } } }] },
  })
  expect(log).toHaveProperty(
    'samples',
    expect.arrayContaining([
      expect.objectContaining({
        id: 'one',
        epoch: 1,
        scores: { check: expect.objectContaining({ value: 'C' }) },
        messages: [
          expect.objectContaining({ role: 'user', content: 'Do one.' }),
          expect.objectContaining({
            role: 'assistant',
            tool_calls: [expect.objectContaining({ function: 'write_file' })],
          }),
          expect.objectContaining({ role: 'tool', function: 'write_file' }),
          expect.objectContaining({ role: 'assistant', content: '=done, "really"' }),
        ],
        events: [
          expect.objectContaining({ event: 'model', input_refs: [[0, 1]] }),
          expect.objectContaining({ event: 'tool', function: 'write_file' }),
          expect.objectContaining({ event: 'model', input_refs: [[0, 3]] }),
        ],
      }),
    ]),
  )
  await expect(made('inspect', 'D')).rejects.toThrow(/no lane D/)
})

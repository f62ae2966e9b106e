import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { laneName } from '../../../src-shared/comparison/lane-results.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { compareTalk, compareToEnd, laneAt, laneOf } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const careful = {
  name: 'Careful',
  about: '',
  strategy: { name: 'retry', options: {}, inner: { name: 'tool-loop', options: {} } },
  roles: {},
}

test('a lane is called as its preset was when the comparison began', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ text: 'done' }))
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const { id } = await ask(host, 'preset-save', { projectId: null, source: 'user', id: null, preset: careful })
  const lanes = [laneOf('prof_a', { strategy: { preset: id } }), laneOf('prof_b'), laneOf('prof_c', { name: 'Mine' })]
  const done = await compareToEnd(host, wish('Do it.', { lanes }))
  await ask(host, 'preset-save', { projectId: null, source: 'user', id, preset: { ...careful, name: 'Hasty' } })
  const later = await ask(host, 'comparison-open', { comparisonId: done.id })
  expect(later.lanes.map((lane) => laneName(lane, []))).toEqual(['Careful', 'tool-loop', 'Mine'])
  expect(laneAt(later, 'A').choice.name).toBe('retry')
})

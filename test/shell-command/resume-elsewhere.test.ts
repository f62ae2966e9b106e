import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { batchAtRest } from '../kit/agent/batch-trials.ts'
import { startCommand } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder, testProfile } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

test('trials of a command line go on in the window where a profile has the same endpoint and model, else it says what is missing', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const hang = { on: true }
  const server = await hostModelServer((_, turn) =>
    turn > 0 && hang.on ? { text: 'half of it', until: new Promise(() => {}) } : { text: 'Done.' },
  )
  const lanes = ['--lane', 'chat', '--lane', 'chat,temperature=0.5']
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  const first = startCommand(home, ['compare', ...lanes, ...where, '--repeat', '2', 'Do it.'])
  await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(2)
  first.interrupt()
  await first.done
  hang.on = false

  const window = await openTestHost({ dataFolder: home })
  const [project] = await ask(window, 'projects-list', {})
  const [batch] = await ask(window, 'batches-list', { projectId: project?.id ?? '' })
  const batchId = batch?.id ?? ''
  expect(batch).toMatchObject({ state: 'stopped', counts: { done: 1 } })
  const requestCount = server.requests.length
  await expect(ask(window, 'batch-resume', { batchId })).rejects.toMatchObject({
    failure: {
      kind: 'not-found',
      message: `Lane A was started on a command line with the model m at ${server.url}, which no model in Settings matches.`,
      advice: expect.stringContaining(`agent compare --resume ${batchId}`),
    },
  })
  const other = testProfile(server.url, { id: 'prof_other', model: 'another' })
  await ask(window, 'profile-save', { profile: other, key: 'key-of-another-model' })
  await expect(ask(window, 'batch-resume', { batchId })).rejects.toThrow(/which no model in Settings matches/)
  expect(server.requests).toHaveLength(requestCount)

  const same = testProfile(`${server.url}/`, { id: 'prof_same', model: 'm' })
  await ask(window, 'profile-save', { profile: same, key: 'key-of-the-window' })
  await ask(window, 'batch-resume', { batchId })
  const { batch: done } = await batchAtRest(window, batchId)
  expect(done).toMatchObject({ state: 'done', counts: { done: 4, void: 0 } })
  expect(new Set(server.keys.slice(requestCount))).toEqual(new Set(['Bearer key-of-the-window']))
  expect(new Set(server.requests.map(({ model }) => model))).toEqual(new Set(['m']))
}, 120_000)

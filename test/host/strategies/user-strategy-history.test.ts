import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { ForkRequest } from '../../../src-shared/run/fork.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** Two phases, chance, branches, and a tool of its own: what a replay must come to again. */
const text = (
  says: string,
) => `import { all, callModel, check, defineStrategy, field, outcomeOf, ownTool, phase, random, submission } from 'stratagem'
const hand = ownTool('hand_in', 'Hands in', { what: field.text('What', { min: 1 }) })
export default defineStrategy({ name: 'mine', title: 'Mine', build: () => function* (task) {
  const asked = yield* phase('ask', callModel({ role: 'engineer', messages: task.messages }))
  const [luck, told] = yield* phase('look', all([random('a coin'), check('exit 3')]))
  const got = yield* phase('hand in', submission(task, { role: 'engineer', tool: hand }))
  const what = got.ok ? got.value.what : got.failure.message
  const text = ['${says}', asked.message.text, told.exitCode, what].join(' ')
  return outcomeOf(task, { text, added: got.added, calls: got.calls, meta: { luck } })
} })`

async function world() {
  const files = await temporaryProject({})
  const server = await hostModelServer(({ tools = [] }) =>
    tools.length > 0 ? { calls: [{ tool: 'hand_in', arguments: { what: 'it all' } }] } : { text: 'An answer.' },
  )
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const file = join(dataFolder, 'strategies', 'mine.ts')
  await writeFile(file, text('one:'))
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await runToEnd(host, message('go', { strategy: { name: 'mine', options: {} } }))
  const steps = eventsOf(host, run.id).flatMap((event) => (event.type === 'model-start' ? [event.path] : []))
  const fork = async (at: number, more: Partial<ForkRequest> = {}) => {
    const usual = { runId: run.id, path: steps[at] ?? '', strategy: null, roles: {}, approval: null, message: null }
    const made = await ask(host, 'run-fork', { ...usual, answer: null, ...more })
    return host.runs.untilEnded(made.id)
  }
  const replay = (runId: string) => ask(host, 'run-replay', { runId, verify: true })
  return { server, host, file, run, fork, replay }
}

test('a run of a user’s strategy replays equal, without asking anybody', async () => {
  const { server, run, replay } = await world()
  expect(run).toMatchObject({ status: 'completed', text: 'one: An answer. 3 it all' })
  const requestCount = server.requests.length
  expect(await replay(run.id)).toMatchObject({ divergence: null, damage: null, reached: 'outcome' })
  expect(server.requests.length).toBe(requestCount)
})

test('it is forked at a step: what came before is not done again, an edited answer is taken, and the fork replays', async () => {
  const { server, fork, replay } = await world()
  const requestCount = server.requests.length
  const again = await fork(1)
  expect(again).toMatchObject({ status: 'completed', text: 'one: An answer. 3 it all' })
  expect(server.requests.length - requestCount).toBe(1)
  const edited = await fork(0, { answer: { text: 'Edited.', calls: [] } })
  expect(edited).toMatchObject({ status: 'completed', text: 'one: Edited. 3 it all' })
  expect(await replay(again.id)).toMatchObject({ divergence: null })
  expect(await replay(edited.id)).toMatchObject({ divergence: null })
})

test('once its file has changed, replay names both versions, and a fork says so and goes on from the messages', async () => {
  const { host, file, run, fork, replay } = await world()
  await writeFile(file, text('two:'))
  const { versions, divergence } = await replay(run.id)
  expect(versions.logged).not.toBe(versions.present)
  expect(versions.logged).toMatch(/^conversation@\d+\(mine@\d+\)$/)
  expect(divergence).not.toBeNull()
  await expect(fork(1)).rejects.toThrow(/The strategy has changed since this run/)
  const named = await fork(1, { strategy: { name: 'mine', options: {} } })
  expect(named).toMatchObject({ status: 'completed', text: expect.stringMatching(/^two: /) })
  await rm(file)
  await expect(replay(run.id)).rejects.toThrow(/is no longer available.*no strategy called "mine"/)
  await expect(fork(1)).rejects.toThrow(/is no longer available/)
  expect(host.runs.get(run.id)?.status).toBe('completed')
})

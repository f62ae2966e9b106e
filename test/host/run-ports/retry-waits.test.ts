import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { answerWith, done, openFaultServer, refuse, say } from '../../kit/model-server/model-fault-server.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** The first request is refused for longer than a test may take. */
async function openBusyModel() {
  const files = await temporaryProject({})
  const server = await openFaultServer(({ response, received, turn }) => {
    if (turn === 0) return refuse(response, 429, { message: 'slow down' }, { 'retry-after': '55' })
    const { model } = JSON.parse(received.body)
    answerWith(response, say.text(`I am ${model}.`), say.finish('stop'), say.usage(1, 1), done)
  })
  onTestFinished(() => server.close())
  const host = await openTestHost()
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  const run = await ask(host, 'run-start', talk.message('hello'))
  const retry = await untilEvent(host, run.id, ofType('model-retry'))
  return { host, server, run, retry }
}

test('a request that waits for its next attempt is sent at once if the user wants it, and only then', async () => {
  const { host, server, run, retry } = await openBusyModel()
  expect(retry.waitMs).toBe(55_000)
  expect(server.received).toHaveLength(1)
  await ask(host, 'run-try-now', { runId: run.id })
  const ended = await host.runs.untilEnded(run.id)
  expect(ended).toMatchObject({ status: 'completed', text: 'I am scripted.' })
  const tried = eventsOf(host, run.id).find(ofType('model-try-now'))
  expect(tried?.path).toBe(retry.path)
  // Figures count the wait as it was, not as it was announced.
  expect(ended.totals.waitingMs).toBeLessThanOrEqual((tried?.ms ?? 0) - retry.ms + 1)
  await expect(ask(host, 'run-try-now', { runId: run.id })).rejects.toThrow('already ended')
})

test('a run that waits can be stopped and continued from that request with another model', async () => {
  const { host, server, run, retry } = await openBusyModel()
  await ask(host, 'profile-save', { profile: testProfile(server.url, { id: 'prof_2', model: 'other' }), key: null })
  await ask(host, 'run-stop', { runId: run.id })
  await host.runs.untilEnded(run.id)
  const same = { strategy: null, approval: null, message: null, answer: null }
  const roles = Object.fromEntries(Object.keys(run.roles).map((role) => [role, 'prof_2']))
  const forked = await ask(host, 'run-fork', { runId: run.id, path: retry.path, roles, ...same })
  expect(await host.runs.untilEnded(forked.id)).toMatchObject({ status: 'completed', text: 'I am other.' })
  expect(eventsOf(host, forked.id).some(ofType('model-retry'))).toBe(false)
})

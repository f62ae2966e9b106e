import { expect, test } from 'vitest'
import { copyName } from '../../../src-main/agent/in-copy.ts'
import { seenFiles } from '../../../src-main/agent/seen-files.ts'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const never = new Promise(() => {})
const read = { tool: 'read_file', arguments: { path: 'a.txt' } }
const write = { tool: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } }

/** A model that reads a file, hangs once where it is told to, and then writes the file. */
async function world(hanging: boolean) {
  const files = await temporaryProject({ 'a.txt': 'old\n' })
  const hang = { on: hanging }
  const server = await hostModelServer(({ messages }) => {
    const results = messages.filter((each) => each.role === 'tool').length
    if (results === 0) return { calls: [read] }
    if (hang.on) return { text: 'half of it', until: never }
    return results === 1 ? { calls: [write] } : { text: 'Done.' }
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, files.folder, testProfile(server.url))
  return { files, hang, server, dataFolder, host, ...talk }
}

const toldOfWrite = (host: Host, runId: string) => {
  const end = eventsOf(host, runId).findLast(ofType('tool-end'))
  return end?.outcome.ok === true ? end.outcome.value.text : end?.outcome.failure.message
}
const usual = { strategy: null, roles: {}, approval: null, message: null, answer: null }

/** The model's second call, which was made once the file was read. */
const afterRead = (host: Host, runId: string) =>
  eventsOf(host, runId).filter(ofType('model-start'))[1]?.path ?? 'there is none'

async function closedAfterRead() {
  const world_ = await world(true)
  const { host, message, server, hang } = world_
  const run = await ask(host, 'run-start', message('write it anew'))
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(2)
  await host.close()
  hang.on = false
  return { ...world_, run }
}

test('a resumed run may write what it had read before the app ended', async () => {
  const { dataFolder, run, files } = await closedAfterRead()
  const next = await openTestHost({ dataFolder })
  await ask(next, 'run-resume', { runId: run.id })
  await next.runs.untilEnded(run.id)
  expect(toldOfWrite(next, run.id)).toMatch(/^Wrote a\.txt/)
  expect(await files.read('a.txt')).toBe('new\n')
})

test('what was changed on the disk meanwhile is not overwritten (T32)', async () => {
  const { dataFolder, run, files } = await closedAfterRead()
  await files.write('a.txt', 'by the user\n')
  const next = await openTestHost({ dataFolder })
  await ask(next, 'run-resume', { runId: run.id })
  await next.runs.untilEnded(run.id)
  expect(toldOfWrite(next, run.id)).toMatch(/was changed since you read it/)
  expect(await files.read('a.txt')).toBe('by the user\n')
})

test('a run that goes on after Stop knows what was read before', async () => {
  const { host, message, server, hang } = await world(true)
  const run = await ask(host, 'run-start', message('write it anew'))
  await expect.poll(() => server.requests.length).toBe(2)
  await ask(host, 'run-stop', { runId: run.id })
  await host.runs.untilEnded(run.id)
  hang.on = false
  const resumed = await ask(host, 'run-resume', { runId: run.id })
  await host.runs.untilEnded(resumed.id)
  expect(toldOfWrite(host, resumed.id)).toMatch(/^Wrote a\.txt/)
})

test('a fork knows what was read in the steps it takes over, with the same strategy and with another', async () => {
  const { host, message, files } = await world(false)
  const run = await runToEnd(host, message('write it anew'))
  const path = afterRead(host, run.id)
  const other = { name: 'tool-loop', options: { maxTurns: 7 } }
  for (const more of [{}, { strategy: other }]) {
    await files.write('a.txt', 'old\n')
    const made = await ask(host, 'run-fork', { ...usual, ...more, runId: run.id, path })
    await host.runs.untilEnded(made.id)
    expect(toldOfWrite(host, made.id)).toMatch(/^Wrote a\.txt/)
    await files.write('a.txt', 'old\n')
    const again = await ask(host, 'run-fork', {
      ...usual,
      runId: made.id,
      path: eventsOf(host, made.id).findLast(ofType('tool-start'))?.path ?? '',
    })
    await host.runs.untilEnded(again.id)
    expect(toldOfWrite(host, again.id)).toMatch(/^Wrote a\.txt/)
  }
})

test('whoever goes on before the file was read, or with a result written by hand, must read it', async () => {
  const { host, message, files } = await world(false)
  const run = await runToEnd(host, message('write it anew'))
  const path = eventsOf(host, run.id).find(ofType('tool-start'))?.path ?? ''
  const answer = { text: 'It is empty.', calls: [] }
  const other = { name: 'tool-loop', options: { maxTurns: 7 } }
  for (const more of [{}, { strategy: other }]) {
    await files.write('a.txt', 'old\n')
    const made = await ask(host, 'run-fork', { ...usual, ...more, runId: run.id, path, answer })
    await host.runs.untilEnded(made.id)
    expect(toldOfWrite(host, made.id)).toMatch(/you have not read it in this run/)
    expect(await files.read('a.txt')).toBe('old\n')
  }
})

test('in a copy that a resumed run takes up again, what was read there is known, and outside it is not', async () => {
  const files = await temporaryProject({ 'a.txt': 'old\n' })
  const hang = { on: true }
  const server = await hostModelServer(({ messages, tools = [] }) => {
    if (tools.some((tool) => tool.function.name === 'submit_preference')) return { text: 'A' }
    const results = messages.filter((each) => each.role === 'tool').length
    if (results === 0) return { calls: [read] }
    if (hang.on) return { text: 'half of it', until: never }
    return results === 1 ? { calls: [write] } : { text: 'Done.' }
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
  const strategy = { name: 'best-of-n', options: { candidates: 2 } }
  const run = await ask(host, 'run-start', message('write it anew', { strategy }))
  // Both candidates have read, or the first where they work one after the other.
  await untilEvent(host, run.id, ofType('tool-end'))
  await expect.poll(() => server.requests.length).toBeGreaterThan(1)
  await host.close()
  hang.on = false
  const next = await openTestHost({ dataFolder })
  await ask(next, 'run-resume', { runId: run.id })
  await next.runs.untilEnded(run.id)
  const events = eventsOf(next, run.id)
  const toolTexts = events
    .filter(ofType('tool-end'))
    .flatMap(({ outcome }) => (outcome.ok && outcome.value.tool === 'write_file' ? [outcome.value.text] : []))
  expect(toolTexts).toEqual([expect.stringMatching(/^Wrote a\.txt/), expect.stringMatching(/^Wrote a\.txt/)])
  const before = events.findIndex(ofType('run-resume'))
  const names = events
    .slice(0, before)
    .flatMap((event) => (event.type === 'phase-start' && event.copy ? [copyName(event.path, event.copy.attempt)] : []))
  expect(names.flatMap((name) => seenFiles(events.slice(0, before), name)).map(({ path }) => path)).toContain('a.txt')
  expect(seenFiles(events, null)).toEqual([])
})

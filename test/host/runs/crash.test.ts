import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  gate,
  newTestConversation,
  ofType,
  openTestHost,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { spawnHost } from '../../kit/host/host-spawn.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const never = new Promise(() => {})
const write = (path: string) => ({ tool: 'write_file', arguments: { path, content: 'x\n' } })

test('a host killed in mid-run: the next one lists the run as interrupted, resumes it, and does nothing twice (T1)', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  // The second answer never ends for the first host; the second one gets it whole.
  let killed = false
  const server = await hostModelServer((request) => {
    const results = request.messages.filter((each) => each.role === 'tool').length
    if (results === 0) return { calls: [write('one.txt')] }
    return killed ? { text: 'All written.' } : { text: 'half of it', until: never }
  })
  const child = await spawnHost(dataFolder, files.folder, server.url, 'write')
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(2)
  await child.kill()
  killed = true

  const host = await openTestHost({ dataFolder })
  expect(host.runs.get(child.ids.run)).toMatchObject({ status: 'interrupted' })
  const shown = child.lines.slice(1).map((line): unknown => JSON.parse(line))
  expect(eventsOf(host, child.ids.run).slice(0, shown.length)).toEqual(shown)
  const resumed = await ask(host, 'run-resume', { runId: child.ids.run })
  expect(resumed.status).toBe('running')
  expect(await host.runs.untilEnded(child.ids.run)).toMatchObject({
    status: 'completed',
    text: 'All written.',
    changes: { files: 1 },
  })
  const events = eventsOf(host, child.ids.run)
  expect(events.filter(ofType('tool-begin'))).toHaveLength(1)
  expect(events.filter(ofType('run-resume'))).toHaveLength(1)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index))
  expect(server.requests).toHaveLength(3)
  const again = await host.handle('run-resume', { runId: child.ids.run })
  expect(again).toMatchObject({ ok: false, failure: { kind: 'busy' } })
})

test("a run of a host that lives is nobody else's: not called interrupted, not resumed, but shown (T5)", async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const door = gate()
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { calls: [write('one.txt')] } : { text: 'the end', until: door.passed },
  )
  const child = await spawnHost(dataFolder, files.folder, server.url, 'write')
  await child.until('"tool-end"')
  const host = await openTestHost({ dataFolder })
  expect(host.runs.get(child.ids.run)?.status).toBe('running')
  expect(host.others()).toEqual([{ shell: 'browser', url: 'http://127.0.0.1:1' }])
  const refused = await host.handle('run-resume', { runId: child.ids.run })
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'busy' } })
  const stopped = await host.handle('run-stop', { runId: child.ids.run })
  expect(stopped).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
  door.open()
  expect(await untilEvent(host, child.ids.run, ofType('run-end'))).toMatchObject({
    status: 'completed',
    text: 'the end',
  })
})

test('two hosts write to one data folder at the same time, and nothing is lost (T5)', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((request) =>
    request.messages.some((each) => each.role === 'tool')
      ? { text: 'fine' }
      : { calls: [{ tool: 'list_directory', arguments: { path: '.' } }] },
  )
  const hosts = [await openTestHost({ dataFolder }), await openTestHost({ dataFolder })]
  const ends = await Promise.all(
    hosts.flatMap((host) =>
      [1, 2, 3].map(async () => {
        const talk = await newTestConversation(host, files.folder, testProfile(server.url))
        const run = await ask(host, 'run-start', talk.message('look'))
        return host.runs.untilEnded(run.id)
      }),
    ),
  )
  expect(ends.map((run) => run.status)).toEqual(Array(6).fill('completed'))
  expect(hosts[0]?.runs.list(null, 100)).toHaveLength(6)
  expect(hosts[1]?.runs.list(null, 100)).toEqual(hosts[0]?.runs.list(null, 100))
})

test('a host that closes leaves its run to be resumed, and it goes on where it was', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  let closed = false
  const server = await hostModelServer(() => (closed ? { text: 'whole' } : { text: 'only a part of', until: never }))
  const first = await openTestHost({ dataFolder })
  const talk = await newTestConversation(first, files.folder, testProfile(server.url))
  const run = await ask(first, 'run-start', talk.message('go'))
  await expect.poll(() => server.requests.length).toBe(1)
  await first.close()
  closed = true
  const second = await openTestHost({ dataFolder })
  expect(second.runs.get(run.id)).toMatchObject({ status: 'interrupted', failure: { kind: 'interrupted' } })
  expect(eventsOf(second, run.id).some(ofType('run-end'))).toBe(false)
  await ask(second, 'run-resume', { runId: run.id })
  expect(await second.runs.untilEnded(run.id)).toMatchObject({ status: 'completed', text: 'whole', failure: null })
})

test('an interrupted run that is given up ends as aborted, and the next message goes on from it', async () => {
  const dataFolder = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((request) =>
    request.messages.length > 2 ? { text: 'going on' } : { text: 'never whole', until: never },
  )
  const first = await openTestHost({ dataFolder })
  const talk = await newTestConversation(first, files.folder, testProfile(server.url))
  const run = await ask(first, 'run-start', talk.message('go'))
  await expect.poll(() => server.requests.length).toBe(1)
  await first.close()
  const second = await openTestHost({ dataFolder })
  await ask(second, 'run-dismiss', { runId: run.id })
  expect(second.runs.get(run.id)).toMatchObject({ status: 'aborted' })
  expect(eventsOf(second, run.id).at(-1)).toMatchObject({ type: 'run-end', status: 'aborted' })
  const next = await ask(second, 'run-start', talk.message('and now?', { parentId: run.turnId }))
  expect(await second.runs.untilEnded(next.id)).toMatchObject({ status: 'completed', text: 'going on' })
})

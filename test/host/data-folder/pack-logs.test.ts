import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { packLogs, packNext } from '../../../src-main/host/upkeep/pack-logs.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { exportFormats } from '../../../src-shared/api/export-requests.ts'
import { logContent, writeGoldenStore } from '../../kit/agent/golden-store.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { fill, notes, sampleRun, temporaryStore } from '../../store/sample-store.ts'

function open(folder: string): Store {
  const store = openStore(join(folder, 'stratagem.db'))
  onTestFinished(() => store.close())
  return store
}

function packAll(store: Store): void {
  while (packNext(store)) {
    // Until no log is in rows.
  }
}

test('runs of version 6 say the same once they are packed, and replay as they did', async () => {
  const folder = await temporaryFolder()
  writeGoldenStore(folder)
  const store = open(folder)
  const before = logContent(store)
  for (let id = store.oldLogs.next(); id !== undefined; id = store.oldLogs.next()) store.oldLogs.done(id)
  packAll(store)
  expect(store.looseLogs.next()).toBeUndefined()
  expect(logContent(store)).toEqual(before)
  const host = await openTestHost({ dataFolder: folder })
  for (const { id } of before)
    expect(await ask(host, 'run-replay', { runId: id, verify: true })).toMatchObject({ divergence: null, damage: null })
  await host.close()
})

/** What people read of a run and its conversation. */
async function allOf(host: Host, runId: string, conversationId: string) {
  const requests: [string, unknown][] = [
    ['conversation-open', { conversationId }],
    ['run-events', { runId, afterSeq: -1 }],
    ['run-page', { runId, afterSeq: 4, most: 5 }],
    ['span-read', { runId, path: '0', seq: 1 }],
    ['run-exchange', { runId, path: '0' }],
    ['history-search', { projectId: null, query: 'alder' }],
    ['run-replay', { runId, verify: true }],
    ...exportFormats.map((format): [string, unknown] => [
      'export-prepare',
      { subject: { kind: 'run', id: runId }, format },
    ]),
  ]
  return Promise.all(requests.map(async ([method, params]) => ({ method, reply: await host.handle(method, params) })))
}

test('a packed run is shown, searched, exported, branched and gone on with like any other', async () => {
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((_, turn) =>
    turn === 0
      ? { calls: [{ tool: 'write_file', arguments: { path: 'b.txt', content: 'alder\n' } }] }
      : { text: `I wrote it: alder ${turn}.` },
  )
  const dataFolder = await temporaryFolder()
  const first = await openTestHost({ dataFolder })
  const { conversation, message } = await newTestConversation(first, files.folder, testProfile(server.url))
  const run = await runToEnd(first, message('Write the alder down'))
  await first.close()
  const packedFolder = await temporaryFolder()
  await cp(dataFolder, packedFolder, { recursive: true })
  const store = open(packedFolder)
  packAll(store)
  expect(store.looseLogs.next()).toBeUndefined()

  const plain = await openTestHost({ dataFolder })
  const expected = await allOf(plain, run.id, conversation.id)
  await plain.close()
  const host = await openTestHost({ dataFolder: packedFolder })
  const found = await allOf(host, run.id, conversation.id)
  // A bundle says when it was made, and is packed.
  const nameless = (of: typeof found) =>
    JSON.parse(
      JSON.stringify(of)
        .replaceAll(/export_\w+/g, 'export')
        .replaceAll(/(stratagem".*?"size":)\d+/g, '$10'),
    )
  expect(nameless(found)).toEqual(nameless(expected))
  expect(found.every(({ reply }) => reply.ok)).toBe(true)
  const next = await runToEnd(host, message('And once more', { parentId: run.turnId }))
  expect(next).toMatchObject({ status: 'completed', text: 'I wrote it: alder 2.' })
  const usual = { strategy: null, roles: {}, approval: null, message: null, answer: null }
  const branch = await ask(host, 'run-fork', { ...usual, runId: run.id, path: '0' })
  expect(await host.runs.untilEnded(branch.id)).toMatchObject({ status: 'completed', text: 'I wrote it: alder 3.' })
  await host.close()
})

test('logs are packed once their runs are over, while the host is left alone', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = temporaryStore()
  fill(store)
  const end = packLogs(store)
  onTestFinished(end)
  for (const id of ['run_1', 'run_2']) {
    store.runs.create(sampleRun(id), 'host_1')
    store.events.append(id, notes(0, 4))
  }
  store.runs.save(sampleRun('run_1', { status: 'completed', endedAt: 20 }))
  expect(store.looseLogs.next()).toBe('run_1')
  vi.advanceTimersByTime(10_000)
  expect(store.looseLogs.next()).toBeUndefined()
  store.runs.save(sampleRun('run_2', { status: 'completed', endedAt: 20 }))
  vi.advanceTimersByTime(10_000)
  expect(store.looseLogs.next()).toBeUndefined()
  expect(store.events.read('run_2', -1)).toEqual(notes(0, 4))
  end()
  store.runs.save(sampleRun('run_2', { status: 'completed', endedAt: 21 }))
  vi.advanceTimersByTime(10_000)
  expect(store.looseLogs.next()).toBe('run_2')
})

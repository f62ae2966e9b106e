import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { shortenNext } from '../../../src-main/host/upkeep/shorten-log.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { EventBody } from '../../../src-shared/run/event.ts'
import { goldenBundle, isOldForm, logContent, logSize, writeGoldenStore } from '../../kit/agent/golden-store.ts'
import { openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { goldenEvents } from '../../store/golden-events.ts'
import { conversationId, fill, sampleRun } from '../../store/sample-store.ts'
import { importInto } from '../bundles/bundle-kit.ts'

const program = fileURLToPath(new URL('../../kit/host/shortening-process.ts', import.meta.url))

function open(file: string) {
  const store = openStore(file)
  onTestFinished(() => store.close())
  return store
}

function shortenAll(store: ReturnType<typeof openStore>): void {
  while (shortenNext(store)) {
    // Until none is left.
  }
}

const chains = (store: ReturnType<typeof openStore>) =>
  store.runs.list(null, 1000).map(({ id }) => store.events.verify(id))

test('logs of version 6 are written anew: shorter, whole, and they say the same to the letter (T6)', async () => {
  const folder = await temporaryFolder()
  const file = writeGoldenStore(folder)
  const store = open(file)
  expect(existsSync(`${file}.version-6.backup`)).toBe(true)
  const before = logContent(store)
  const size = logSize(store)
  expect(before).toHaveLength(21)
  expect(before.every(({ id }) => isOldForm(store, id))).toBe(true)
  shortenAll(store)
  expect(store.oldLogs.count()).toBe(0)
  expect(logContent(store)).toEqual(before)
  expect(before.some(({ id }) => isOldForm(store, id))).toBe(false)
  expect(chains(store)).toEqual(before.map(() => ({ ok: true })))
  expect(logSize(store)).toBeLessThan(size / 2)
})

test('runs of version 6 replay as they did, and are gone on with, before and after', async () => {
  const folder = await temporaryFolder()
  const store = open(writeGoldenStore(folder))
  const runs = store.runs.list(null, 1000)
  const replays = async () => {
    const host = await openTestHost({ dataFolder: folder })
    const reports = []
    for (const { id } of runs) reports.push(await ask(host, 'run-replay', { runId: id, verify: true }))
    await host.close()
    return reports
  }
  const before = await replays()
  for (const report of before) expect(report).toMatchObject({ divergence: null, damage: null })
  shortenAll(store)
  expect(await replays()).toEqual(before)
})

test.each([
  ['body', 3],
  ['log', 1],
  ['log', 9],
  ['event', 1],
  ['event', 13],
  ['commit', 1],
  ['commit', 20],
  ['reclaim', 1],
] as const)('a kill at %s %i loses nothing, and the rest is written after it (T31)', async (point, count) => {
  const file = writeGoldenStore(await temporaryFolder())
  const first = openStore(file)
  const before = logContent(first)
  first.close()
  const end = spawnSync(process.execPath, [program, file, point, String(count)])
  expect(end.signal).toBe('SIGKILL')
  const store = open(file)
  expect(logContent(store)).toEqual(before)
  expect(chains(store)).toEqual(before.map(() => ({ ok: true })))
  // What was written anew is not old any more, and what is old is still to be.
  const old = before.filter(({ id }) => isOldForm(store, id)).length
  expect(store.oldLogs.count()).toBe(old)
  expect(spawnSync(process.execPath, [program, file]).status).toBe(0)
  expect(before.some(({ id }) => isOldForm(store, id))).toBe(false)
  expect(logContent(store)).toEqual(before)
})

test('a log that is damaged stays as it is and stays known as damaged', async () => {
  const file = writeGoldenStore(await temporaryFolder())
  const raw = new Sqlite(file)
  const [damaged = '', behind = ''] = raw.prepare('SELECT id FROM runs ORDER BY number LIMIT 2 OFFSET 6').pluck().all()
  raw.prepare(`UPDATE events SET text = replace(text, 'Answer', 'Unswer') WHERE run_id = ? AND seq = 2`).run(damaged)
  raw.close()
  const store = open(file)
  const before = logContent(store)
  const was = store.events.texts(String(damaged))
  shortenAll(store)
  expect(store.events.texts(String(damaged))).toEqual(was)
  expect(store.events.verify(String(damaged))).toEqual({ ok: false, damagedAt: 2 })
  expect(isOldForm(store, String(behind))).toBe(false)
  expect(logContent(store)).toEqual(before)
})

test('another process reads and writes meanwhile: its run goes on from its own log, whichever form that has', async () => {
  const folder = await temporaryFolder()
  const file = writeGoldenStore(folder)
  const other = open(file)
  const [last] = other.runs.list(null, 1)
  if (last === undefined) throw new Error('no run')
  const notice = (seq: number) =>
    ({ type: 'notice', path: '', level: 'info', text: 'later', seq, at: 1, ms: 1 }) as const
  const count = other.events.count(last.id)
  other.events.append(last.id, [notice(count)])
  const store = open(file)
  shortenAll(store)
  other.events.append(last.id, [notice(count + 1)])
  expect(other.events.verify(last.id)).toEqual({ ok: true })
  expect(other.events.read(last.id, count - 1)).toHaveLength(2)
})

test('the file becomes smaller once its logs are shorter, in a host that is left alone', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'stratagem.db')
  const made = openStore(file)
  writeLongOldLogs(made, 180)
  made.checkpoint()
  made.close()
  const size = statSync(file).size
  expect(size).toBeGreaterThan(9_000_000)
  const host = await openTestHost({ dataFolder: folder })
  const store = open(file)
  await expect.poll(() => store.oldLogs.count(), { timeout: 60_000 }).toBe(0)
  await expect.poll(() => statSync(file).size, { timeout: 20_000 }).toBeLessThan(size / 5)
  expect(chains(store).every(({ ok }) => ok)).toBe(true)
  await host.close()
}, 90_000)

test('a file of version 1 is imported, says the same as the runs it was made of, and is written anew', async () => {
  const folder = await temporaryFolder()
  const golden = open(writeGoldenStore(await temporaryFolder()))
  const host = await openTestHost({ dataFolder: folder })
  const { conversationId: id, runs } = await importInto(host, goldenBundle())
  expect(runs).toBe(21)
  const store = open(join(folder, 'stratagem.db'))
  expect(store.oldLogs.count()).toBe(21)
  shortenAll(store)
  const imported = store.turns.list(id).flatMap((turn) => turn.runs.map((run) => run.id))
  expect(imported.some((runId) => isOldForm(store, runId))).toBe(false)
  const requests = (of: typeof store) =>
    logContent(of)
      .flatMap((run) => run.requests.map(([, , sent]) => sent ?? ''))
      .toSorted()
  expect(requests(store)).toEqual(requests(golden))
  for (const runId of imported)
    expect(await ask(host, 'run-replay', { runId, verify: true })).toMatchObject({ divergence: null, damage: null })
})

/** Turns as version 6 wrote them: each lists all messages before, twice. */
function writeLongOldLogs(store: ReturnType<typeof openStore>, turns: number): void {
  fill(store)
  const refs: string[] = []
  store.transaction(() => {
    for (let at = 0; at < turns; at++) {
      const turn = {
        id: `turn_${at + 2}`,
        conversationId,
        parentId: `turn_${at + 1}`,
        message: `m${at}`,
        createdAt: at,
      }
      if (at > 0) store.turns.create({ ...turn, id: `turn_${at + 1}`, parentId: `turn_${at}` })
      const run = sampleRun(`run_${at}`, { turnId: `turn_${at + 1}`, status: 'completed' })
      store.runs.create(run, 'host_1')
      const own = ['user', 'assistant'].map((role) =>
        store.bodies.put(JSON.stringify({ role, text: `${role} ${at}`, reasoning: '', toolCalls: [] })),
      )
      const bodies = goldenEvents.flatMap((event): EventBody[] => {
        if (event.type === 'run-start') return [{ ...event, runId: run.id, history: [...refs] }]
        if (event.type === 'run-end') return [{ ...event, messages: own }]
        if (event.type !== 'model-start') return []
        const wantedRefs = [...refs, ...refs, ...refs, ...refs, own[0] ?? '']
        return [{ ...event, messages: { base: null, keep: 0, refs: wantedRefs } }]
      })
      store.events.append(
        run.id,
        bodies.map((body, seq) => ({ ...body, seq, at: seq, ms: seq })),
      )
      store.oldLogs.add(run.id)
      refs.push(...own)
    }
  })
}

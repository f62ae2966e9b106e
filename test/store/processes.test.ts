import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src-main/store/open-store.ts'
import { isExhaustive } from '../kit/project/sample.ts'
import { fill, notes, sampleRun, temporaryFolder, temporaryStore } from './sample-store.ts'

const program = fileURLToPath(new URL('./appending-process.ts', import.meta.url))
function append(file: string, runId: string, batches: number, size: number): ChildProcess {
  return spawn(process.execPath, [program, file, runId, String(batches), String(size)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
}

// A killed process keeps no compiled code, so that one which ends by itself compiles for all.
let compiled = ''
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stratagem-compiled-'))
  compiled = join(folder, 'cache')
  const child = append(join(folder, 'a.db'), 'run_1', 0, 1)
  await once(child, 'close')
  return () => rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** Kills the process once it has said `acknowledgements` numbers; answers the last one it said. */
async function killAfter(child: ChildProcess, acknowledgements: number): Promise<number> {
  let said = ''
  child.stdout?.on('data', (data: Buffer) => {
    said += data.toString()
    if (said.split('\n').length > acknowledgements) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1))
}

test('a killed process loses nothing it had acknowledged and leaves no gap (T1)', async () => {
  const rounds = Array.from({ length: isExhaustive ? 52 : 12 }, (_, index) => index)
  const file = join(temporaryFolder(), 'stratagem.db')
  const store = openStore(file)
  fill(store)
  for (const lane of [0, 1, 2, 3]) store.runs.create(sampleRun(`run_${lane}`), 'host_1')
  store.close()
  const acknowledged = new Map<number, number>()
  let killed = 0
  // Four at a time on one database: the killed ones die with the lock in their hands, too.
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const round of rounds.filter((each) => each % 4 === lane)) {
        const child = append(file, `run_${lane}`, 100_000, 1 + (round % 7))
        acknowledged.set(lane, await killAfter(child, 1 + ((round * 7) % 30)))
        killed += child.signalCode === 'SIGKILL' ? 1 : 0
      }
    }),
  )
  const after = temporaryStore(file)
  expect(killed).toBe(rounds.length)
  for (const [lane, least] of acknowledged) {
    const count = after.events.count(`run_${lane}`)
    expect(count).toBeGreaterThanOrEqual(least)
    expect(after.events.read(`run_${lane}`, -1)).toEqual(notes(0, count))
    expect(after.events.verify(`run_${lane}`)).toEqual({ ok: true })
  }
}, 120_000)

test('several processes open a new database and write at the same time; nothing is lost or busy (T5)', async () => {
  const file = join(temporaryFolder(), 'stratagem.db')
  const store = temporaryStore(file)
  fill(store)
  const runs = ['run_1', 'run_2', 'run_3', 'run_4', 'run_5']
  for (const id of runs) store.runs.create(sampleRun(id), 'host_1')
  const ends = await Promise.all(
    runs.map(async (id) => {
      const child = append(file, id, 150, 3)
      child.stdout?.resume()
      let trouble = ''
      child.stderr?.on('data', (data: Buffer) => {
        trouble += data.toString()
      })
      const [code] = await once(child, 'close')
      return { code, trouble }
    }),
  )
  expect(ends).toEqual(runs.map(() => ({ code: 0, trouble: '' })))
  for (const id of runs) {
    expect(store.events.read(id, -1)).toEqual(notes(0, 450))
    expect(store.events.verify(id)).toEqual({ ok: true })
  }
})

test('processes that make the same database at once all succeed (T5)', async () => {
  const file = join(temporaryFolder(), 'deep', 'stratagem.db')
  const children = [1, 2, 3, 4].map(() => append(file, 'run_1', 0, 1))
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]))
  expect(codes).toEqual([0, 0, 0, 0])
  expect(temporaryStore(file).projects.list()).toEqual([])
})

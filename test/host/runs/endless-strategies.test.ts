import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { type Budget, defaultBudget } from '../../../src-shared/strategy/task.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  temporaryFolder,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { strategyText } from '../../kit/project/strategy-files.ts'

const fileOf = (name: string, body: string) =>
  `import * as s from 'stratagem'
export default s.defineStrategy({ name: '${name}', title: 'Mine', build: () => function* (task) { ${body} } })`

const bodies = [
  ['deep', 'const go = function* (n) { yield* s.phase("p", go(n + 1), "t", n) }; yield* go(0)', /64 deep/],
  ['itself', "for (;;) yield { kind: 'delegate', strategy: { name: 'itself', options: {} }, task }", /64 deep/],
  ['phases', 'for (;;) yield* s.phase("p", (function* () { return 1 })(), "t", 0)', /limit of 200 steps/],
  ['alls', 'for (;;) yield { kind: "all", branches: [] }', /limit of 200 steps/],
  ['large-notes', 'for (;;) yield* s.note("n", { text: "x".repeat(5e5) })', /note does not fit/],
  ['notes', 'for (let n = 0; ; n++) yield* s.note("n", { text: String(n).padEnd(9e4) })', /limit of 3 MB in its log/],
  ['arrays', 'const a = []; for (;;) a.push(new Uint8Array(50 << 20).fill(1))', /out of memory|computed for/],
] as const

/** A host with a file for each of these, and one that only answers. */
async function hostWithFiles() {
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  for (const [name, body] of bodies) await writeFile(join(dataFolder, 'strategies', `${name}.ts`), fileOf(name, body))
  await writeFile(join(dataFolder, 'strategies', 'calm.ts'), strategyText('calm', 'Here I am.'))
  const talk = await newTestConversation(host, await temporaryFolder(), null)
  const start = (name: string, budget: Budget = defaultBudget) =>
    ask(host, 'run-start', talk.message('Hello', { strategy: { name, options: {} }, budget }))
  return { host, dataFolder, start }
}

async function databaseSize(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('stratagem.db'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a strategy that asks without end is ended by a limit that it is told, and the database stays small (T36)', async () => {
  const { host, dataFolder, start } = await hostWithFiles()
  for (const [name, , says] of bodies) {
    const run = await start(name, { ...defaultBudget, steps: 200, bytes: 3_000_000 })
    const end = await host.runs.untilEnded(run.id)
    expect(end).toMatchObject({ status: 'failed', failure: { message: expect.stringMatching(says) } })
    expect(eventsOf(host, run.id).at(-1)?.type).toBe('run-end')
  }
  expect(await databaseSize(dataFolder)).toBeLessThan(25_000_000)
})

test('Stop ends a strategy that no limit ends, and other runs go on beside it (T36)', async () => {
  const { host, start } = await hostWithFiles()
  const unlimited = { ...defaultBudget, steps: null, bytes: null, wallMs: null }
  const endless = await Promise.all(['phases', 'alls', 'notes'].map((name) => start(name, unlimited)))
  await untilEvent(host, endless[0]?.id ?? '', ofType('phase-start'))
  const calm = await start('calm')
  expect(await host.runs.untilEnded(calm.id)).toMatchObject({ status: 'completed', text: 'Here I am.' })
  for (const run of endless) await ask(host, 'run-stop', { runId: run.id })
  const ends = await Promise.all(endless.map((run) => host.runs.untilEnded(run.id)))
  expect(ends.map((end) => end.status)).toEqual(['aborted', 'aborted', 'aborted'])
})

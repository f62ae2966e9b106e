import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { createChangeBus } from '../../../src-main/host/events/change-bus.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { openUserStrategies } from '../../../src-main/host/strategies/user-strategies.ts'
import {
  collectChanges,
  newTestConversation,
  ofType,
  openTestHost,
  resources,
  runToEnd,
  temporaryFolder,
  untilEvent,
} from '../../kit/host/host-open.ts'

const text = (name: string, says: string) => `import { askUser, defineStrategy, outcomeOf } from 'stratagem'
export default defineStrategy({ name: '${name}', title: 'Mine', build: () => function* (task) {
  const answer = task.goal === 'wait' ? yield* askUser({ question: 'Go on?', options: ['Yes'], freeText: false }) : ''
  return outcomeOf(task, { text: '${says}' + answer, added: [], calls: [], meta: {} })
} })`

const named = async (host: Host, name: string) =>
  (await ask(host, 'strategies-list', { projectId: null })).find((each) => each.name === name)

async function withFolder(dataFolder: string | undefined = undefined) {
  const folder = dataFolder ?? (await temporaryFolder())
  const host = await openTestHost({ dataFolder: folder })
  const file = (name: string) => join(folder, 'strategies', name)
  return { host, folder, file }
}

test('a new strategy is written with its types, stands in the list and runs', async () => {
  const { host, folder } = await withFolder()
  const { file } = await ask(host, 'strategy-new', { name: 'my-way', projectId: null })
  expect(file).toBe(join(folder, 'strategies', 'my-way.ts'))
  expect((await readdir(join(folder, 'strategies'))).sort()).toEqual(['my-way.ts', 'stratagem.d.ts', 'tsconfig.json'])
  expect(await named(host, 'my-way')).toMatchObject({ title: 'My way', source: { kind: 'user', file: 'my-way.ts' } })
  const talk = await newTestConversation(host, await temporaryFolder(), null)
  const run = await runToEnd(host, talk.message('Hello', { strategy: { name: 'my-way', options: {} } }))
  expect(run).toMatchObject({ status: 'completed', text: expect.stringMatching(/\w/) })
  await expect(ask(host, 'strategy-new', { name: 'my-way', projectId: null })).rejects.toThrow(/already/)
  await expect(ask(host, 'strategy-new', { name: '../escape', projectId: null })).rejects.toThrow(
    /not a valid strategy name/,
  )
  await expect(ask(host, 'strategy-new', { name: 'tool-loop', projectId: null })).rejects.toThrow(/already/)
})

test('a saved change is used by the next run, and told; a broken file takes no other down', async () => {
  const { host, file } = await withFolder()
  const changes = collectChanges(host)
  await writeFile(file('good.ts'), text('good', 'one'))
  await writeFile(file('bad.ts'), 'export default {\n\n  nonsense nonsense }')
  const talk = await newTestConversation(host, await temporaryFolder(), null)
  const run = (name: string) => runToEnd(host, talk.message('Hello', { strategy: { name, options: {} } }))
  expect(await run('good')).toMatchObject({ status: 'completed', text: 'one' })
  const broken = await named(host, 'bad')
  expect(broken?.problem).toMatchObject({ kind: 'strategy-broke', message: expect.stringMatching(/bad\.ts, line 3/) })
  await expect(run('bad')).rejects.toThrow(/bad\.ts, line 3/)
  await writeFile(file('good.ts'), text('good', 'two'))
  await writeFile(file('bad.ts'), text('bad', 'mended'))
  expect(await run('good')).toMatchObject({ text: 'two' })
  expect(await run('bad')).toMatchObject({ text: 'mended' })
  await rm(file('bad.ts'))
  expect(await named(host, 'bad')).toBeUndefined()
  expect(changes).toContainEqual({ kind: 'strategies' })
  expect(changes).toContainEqual(
    expect.objectContaining({ kind: 'notice', level: 'error', text: expect.stringMatching(/bad\.ts, line 3/) }),
  )
})

test('what can not be looked at once is looked at again', async () => {
  const [dataFolder, bare] = [await temporaryFolder(), await temporaryFolder()]
  const file = join(dataFolder, 'strategies', 'mine.ts')
  const strategies = join(bare, 'strategies')
  const shelf = openUserStrategies({ dataFolder, resourcesFolder: bare }, createChangeBus())
  onTestFinished(shelf.close)
  await shelf.look()
  await writeFile(file, text('mine', 'one'))
  await expect(shelf.look()).rejects.toThrow('vocabulary.js')
  await cp(join(resources, 'strategies'), strategies, { recursive: true })
  expect((await shelf.look()).map(({ info }) => info.name)).toEqual(['mine'])
})

test('a save is noticed without anybody asking', async () => {
  const { host, file } = await withFolder()
  await ask(host, 'strategies-list', { projectId: null })
  const reported = new Promise<void>((resolve) => {
    host.follow({ kind: 'host' }, (heard) => {
      if (heard.topic === 'host' && heard.changes.some((each) => each.kind === 'strategies')) resolve()
    })
  })
  await writeFile(file('seen.ts'), text('seen', 'x'))
  await reported
})

test("names that are taken are refused in words: the app's, and another file's", async () => {
  const { host, file } = await withFolder()
  await writeFile(file('a.ts'), text('mine', 'a'))
  await writeFile(file('b.ts'), text('mine', 'b'))
  await writeFile(file('c.ts'), text('tool-loop', 'c'))
  const list = await ask(host, 'strategies-list', { projectId: null })
  expect(list.filter((each) => each.name === 'mine')).toMatchObject([{ source: { file: 'a.ts' } }])
  expect(list.find((each) => each.name === 'tool-loop')?.source).toBeUndefined()
  const problemOf = (name: string) => list.find((each) => each.name === name)?.problem?.message
  expect(problemOf('b.ts')).toMatch(/you already have one named mine, in a\.ts/)
  expect(problemOf('c.ts')).toMatch(/there is a built-in strategy named tool-loop/)
})

test('an interrupted run whose file has changed says so when it is resumed', async () => {
  const { host, folder, file } = await withFolder()
  await writeFile(file('mine.ts'), text('mine', 'one '))
  const talk = await newTestConversation(host, await temporaryFolder(), null)
  const strategy = { name: 'mine', options: {} }
  const run = await ask(host, 'run-start', talk.message('wait', { strategy }))
  await untilEvent(host, run.id, ofType('step-start'))
  await host.close()
  await writeFile(file('mine.ts'), text('mine', 'two '))
  const { host: again } = await withFolder(folder)
  await ask(again, 'run-resume', { runId: run.id })
  expect(await again.runs.untilEnded(run.id)).toMatchObject({ status: 'failed', failure: { kind: 'strategy-changed' } })
})

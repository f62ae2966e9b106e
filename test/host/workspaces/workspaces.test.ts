import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { givenTask } from '../../../src-main/agent/started-task.ts'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const content = { 'a.txt': 'one\n', '.gitignore': 'node_modules/\n', 'node_modules/p/index.js': 'p\n' }

/** A model that runs the command that the message names, then says what came back. */
const obedient = () =>
  hostModelServer(({ messages }) => {
    const last = messages.at(-1)
    const text = String(last?.content)
    if (last?.role === 'tool') return { text: `Said: ${text}` }
    return { calls: [{ tool: 'shell', arguments: { command: text } }] }
  })

async function world() {
  const project = await temporaryProject(content)
  const server = await obedient()
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const talk = await newTestConversation(host, project.folder, testProfile(server.url))
  const first = await runToEnd(host, talk.message('echo two > a.txt'))
  const open = (name = 'Try it', snapshot = first.before ?? '') =>
    ask(host, 'workspace-open', { projectId: talk.project.id, name, snapshot, dependencies: 'clone' })
  return { files: project, server, dataFolder, host, ...talk, first, open }
}

test('a run works in a copy, says so, is answered there again, and leaves the project alone', async () => {
  const { files, host, message, first, open, dataFolder, project } = await world()
  const { folder } = project
  const changes = collectChanges(host)
  const copy = await open()
  expect(copy).toMatchObject({ purpose: 'branch', name: 'Try it', from: first.before })
  expect(await readFile(join(copy.folder, 'a.txt'), 'utf8')).toBe('one\n')
  expect(existsSync(join(copy.folder, 'node_modules/p/index.js'))).toBe(true)
  const before = folderHash(folder)
  const second = await runToEnd(
    host,
    message('echo three >> a.txt && pwd', { parentId: first.turnId, workspaceId: copy.id }),
  )
  expect(second).toMatchObject({ status: 'completed', workspaceId: copy.id, before: first.before })
  expect(second.text).toContain(copy.folder)
  expect(second.changes).toEqual({ files: 1, added: 1, removed: 0 })
  const start = eventsOf(host, second.id).find(ofType('run-start'))
  if (start === undefined) throw new Error('no first event')
  const store = openStore(join(dataFolder, 'stratagem.db'))
  onTestFinished(() => store.close())
  const task = givenTask(start, (ref) => store.bodies.get(ref) ?? '')
  expect(task.project).toBe(copy.folder)
  expect(task.system).toContain(`"${folder.split('/').at(-1)}"`)
  const third = await runToEnd(host, message('cat a.txt', { parentId: second.turnId }))
  expect(third.workspaceId).toBe(copy.id)
  expect(third.text).toContain('one\nthree')
  expect(folderHash(folder)).toBe(before)
  const back = await runToEnd(host, message('cat a.txt', { parentId: third.turnId, workspaceId: null }))
  expect(back.workspaceId).toBeUndefined()
  expect(back.text).toContain('two')
  expect(await ask(host, 'run-changes', { runId: second.id })).toMatchObject({ files: [{ path: 'a.txt', added: 1 }] })
  expect(changes).toContainEqual({ kind: 'workspaces', projectId: copy.projectId })
  expect(readdirSync(join(dataFolder, 'copies'))).toEqual([copy.id])
  expect(await files.read('a.txt')).toBe('two\n')
})

test('a removed copy is refused in words, its last state is kept, and its branch can go on in the project', async () => {
  const { host, message, first, open, dataFolder } = await world()
  const copy = await open()
  const second = await runToEnd(host, message('echo mine > b.txt', { parentId: first.turnId, workspaceId: copy.id }))
  await writeFile(join(copy.folder, 'by-hand.txt'), 'typed\n')
  await ask(host, 'workspace-remove', { workspaceId: copy.id })
  expect(existsSync(copy.folder)).toBe(false)
  expect(await ask(host, 'workspaces-list', { projectId: copy.projectId })).toEqual([])
  await expect(ask(host, 'run-start', message('go on', { parentId: second.turnId }))).rejects.toThrow(
    'The isolated copy "Try it" for this message has been removed.',
  )
  await expect(ask(host, 'workspace-remove', { workspaceId: copy.id })).rejects.toThrow('has been removed')
  const on = await runToEnd(host, message('cat a.txt', { parentId: second.turnId, workspaceId: null }))
  expect(on.status).toBe('completed')
  const store = openStore(join(dataFolder, 'stratagem.db'))
  const last = store.workspaces.get(copy.id)?.last ?? ''
  store.close()
  const again = await open('Again', last)
  expect(await readFile(join(again.folder, 'by-hand.txt'), 'utf8')).toBe('typed\n')
  expect(await readFile(join(again.folder, 'b.txt'), 'utf8')).toBe('mine\n')
})

test('runs in two places do not wait for one another, and a copy is not removed under a run', async () => {
  const { files, host, message, first, open } = await world()
  const copy = await open()
  // Neither place sees the other's files; the temporary folder they share.
  const flag = join(await temporaryFolder(), 'go')
  const waits = `while [ ! -e '${flag}' ]; do :; done`
  const held = await ask(host, 'run-start', message(waits, { parentId: first.turnId }))
  await untilEvent(host, held.id, ofType('tool-begin'))
  await expect(ask(host, 'turn-delete', { turnId: first.turnId })).rejects.toThrow('still running')
  const beside = await ask(
    host,
    'run-start',
    message('echo beside > a.txt', { parentId: first.turnId, workspaceId: copy.id }),
  )
  // While this ends, the other one is still writing in the project's folder.
  expect((await host.runs.untilEnded(beside.id)).status).toBe('completed')
  expect(host.runs.get(held.id)?.status).toBe('running')
  const inCopy = await ask(host, 'run-start', message(waits, { parentId: first.turnId, workspaceId: copy.id }))
  await untilEvent(host, inCopy.id, ofType('tool-begin'))
  await expect(ask(host, 'workspace-remove', { workspaceId: copy.id })).rejects.toThrow('A run is still working')
  await writeFile(flag, '')
  expect((await host.runs.untilEnded(held.id)).status).toBe('completed')
  await host.runs.untilEnded(inCopy.id)
  expect(await files.read('a.txt')).toBe('two\n')
})

test('a fork works where the other run did, or where it is told to', async () => {
  const { host, message, first, open } = await world()
  const copy = await open()
  const second = await runToEnd(host, message('echo mine > b.txt', { parentId: first.turnId, workspaceId: copy.id }))
  const path = eventsOf(host, second.id).find(ofType('tool-start'))?.path ?? ''
  const usual = { runId: second.id, path, strategy: null, roles: {}, approval: null, message: null, answer: null }
  const same = await host.runs.untilEnded((await ask(host, 'run-fork', usual)).id)
  expect(same).toMatchObject({ status: 'completed', workspaceId: copy.id })
  const there = await host.runs.untilEnded((await ask(host, 'run-fork', { ...usual, workspaceId: null })).id)
  expect(there.workspaceId).toBeUndefined()
})

test('what a crash left of copies is cleared, and those that are named stay', async () => {
  const { host, message, first, open, dataFolder } = await world()
  const copy = await open()
  await host.close()
  const copies = join(dataFolder, 'copies')
  const store = openStore(join(dataFolder, 'stratagem.db'))
  const row = store.workspaces.get(copy.id)
  if (row === undefined) throw new Error('the copy has no row')
  store.workspaces.create({ ...row, id: 'work_half', state: 'making', host: 'a dead one' })
  store.workspaces.move(copy.id, 'ready', { state: 'removing', host: 'a dead one', last: null })
  store.close()
  for (const name of ['work_half.half', 'work_unknown', 'work_old.gone', 'run_gone']) await mkdir(join(copies, name))
  const again = await openTestHost({ dataFolder })
  await expect.poll(() => readdirSync(copies)).toEqual([copy.id])
  expect(await ask(again, 'workspaces-list', { projectId: copy.projectId })).toMatchObject([{ id: copy.id }])
  const run = await runToEnd(again, message('cat a.txt', { parentId: first.turnId, workspaceId: copy.id }))
  expect(run.text).toContain('one')
  await rm(copy.folder, { recursive: true })
  await expect(ask(again, 'run-start', message('go on', { parentId: run.turnId }))).rejects.toThrow(
    'The folder of the isolated copy "Try it" is gone.',
  )
  await ask(again, 'workspace-remove', { workspaceId: copy.id })
  expect(await ask(again, 'workspaces-list', { projectId: copy.projectId })).toEqual([])
})

test('a host that is closed while it clears what a crash left waits for what it had begun', async () => {
  const dataFolder = await temporaryFolder()
  const first = await openTestHost({ dataFolder })
  // Without a project in it, the history would seem to be lost.
  await ask(first, 'project-open', { folder: await temporaryFolder() })
  await first.close()
  const copies = join(dataFolder, 'copies')
  const left = join(copies, 'work_old.gone')
  await mkdir(left, { recursive: true })
  await Promise.all(Array.from({ length: 3000 }, (_, at) => writeFile(join(left, `${at}.txt`), '')))
  const host = await openTestHost({ dataFolder })
  await host.close()
  expect(readdirSync(copies)).toEqual([])
})

test('a copy of a snapshot that is not kept is not made, and nothing of it stays', async () => {
  const { open, dataFolder } = await world()
  await expect(open('None', 'a'.repeat(40))).rejects.toThrow('no longer exists')
  expect(existsSync(join(dataFolder, 'copies')) ? readdirSync(join(dataFolder, 'copies')) : []).toEqual([])
})

test('a copy that is made tells how far it is, and given up it leaves nothing', async () => {
  const { host, project, first, dataFolder } = await world()
  const changes = collectChanges(host)
  const request = {
    projectId: project.id,
    name: 'Try it',
    snapshot: first.before ?? '',
    dependencies: 'clone',
  } as const
  const copy = await ask(host, 'workspace-open', { ...request, making: 'one' })
  const progress = () => changes.flatMap((change) => (change.kind === 'copy-progress' ? [change] : []))
  await expect
    .poll(() => progress().map(({ making, progress }) => [making, progress.stage]))
    .toContainEqual(['one', 'files'])
  expect(readdirSync(join(dataFolder, 'copies'))).toEqual([copy.id])

  const second = ask(host, 'workspace-open', { ...request, making: 'two' })
  await ask(host, 'workspace-cancel', { making: 'two' })
  await expect(second).rejects.toThrow(/Making the copy was canceled/)
  expect(readdirSync(join(dataFolder, 'copies'))).toEqual([copy.id])
  expect(await ask(host, 'workspaces-list', { projectId: project.id })).toHaveLength(1)
  // What is made already stays.
  await ask(host, 'workspace-cancel', { making: 'one' })
  expect(existsSync(copy.folder)).toBe(true)
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { canWrite, standInFor } from '../../../src-main/host/data-folder/read-only-folder.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { canMountReadOnly, onReadOnlyMount } from '../../kit/host/read-only-mount.ts'

const isRoot = process.getuid?.() === 0

/** A data folder with one run in it. @param cut as a crash leaves it: its last writes are in the log only */
async function written(cut: boolean) {
  const dataFolder = await temporaryFolder()
  const project = await temporaryFolder()
  const server = await hostModelServer(() => ({ text: 'The answer is milk.' }))
  const host = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(host, project, testProfile(server.url))
  const run = await runToEnd(host, message('What is there?'))
  const folder = join(await temporaryFolder(), 'data')
  if (!cut) await host.close()
  mkdirSync(folder)
  const files = readdirSync(dataFolder, { withFileTypes: true }).filter((each) => each.isFile())
  for (const { name } of files) if (!name.endsWith('-shm')) copyFileSync(join(dataFolder, name), join(folder, name))
  cpSync(join(dataFolder, 'snapshots'), join(folder, 'snapshots'), { recursive: true })
  return { folder, run, project }
}

const stateOf = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${name} ${statSync(join(folder, String(name))).mtimeMs}`)
    .sort()

test.each([false, true])(
  'a stand-in shows what is stored, and nothing in the folder changes (cut off: %s)',
  async (cut) => {
    const { folder, run } = await written(cut)
    const before = stateOf(folder)
    chmodSync(folder, 0o500)
    onTestFinished(() => chmodSync(folder, 0o700))
    const standIn = standInFor(folder)
    const host = await openTestHost({ dataFolder: standIn.folder })
    expect(host.runs.list(null, 10)).toMatchObject([{ id: run.id, status: 'completed', text: 'The answer is milk.' }])
    const { hits } = await ask(host, 'history-search', { projectId: null, query: 'milk' })
    expect(hits.length).toBeGreaterThan(0)
    expect(await ask(host, 'run-replay', { runId: run.id, verify: true })).toMatchObject({
      divergence: null,
      damage: null,
    })
    await host.close()
    standIn.remove()
    expect(existsSync(standIn.folder)).toBe(false)
    expect(stateOf(folder)).toEqual(before)
  },
)

test('a folder that can be written, or made, needs none', async () => {
  const folder = await temporaryFolder()
  expect(canWrite(folder)).toBe(true)
  expect(canWrite(join(folder, 'new'))).toBe(true)
  expect(() => standInFor(folder)).toThrow('is read-only and empty')
})

const program = join(import.meta.dirname, '../../kit/host/read-only-child.ts')

test.skipIf(!isRoot || process.platform === 'win32').each(['mount', 'rights'] as const)(
  'from a data folder that can’t be written by its %s, all is read, and nothing is run or changed (T31)',
  async (means) => {
    if (means === 'mount' && !canMountReadOnly) return
    const { folder, run, project } = await written(means === 'rights')
    const before = stateOf(folder)
    const child = [process.execPath, program, folder, run.id, project, means]
    const [file = '', ...args] = means === 'rights' ? child : onReadOnlyMount(folder, child)
    const output = execFileSync(file, args, { encoding: 'utf8' })
    const refused = {
      ok: false,
      failure: { kind: 'store-failed', message: expect.stringContaining('nothing can be run') },
    }
    expect(JSON.parse(output)).toMatchObject({
      notices: [expect.stringContaining('is read-only')],
      dataFolder: folder,
      runs: [run.id],
      hits: true,
      exported: { ok: true },
      replayed: { ok: true },
      start: refused,
      resume: refused,
      settings: refused,
      import: refused,
    })
    expect(stateOf(folder)).toEqual(before)
  },
)

const hostChild = join(import.meta.dirname, '../../kit/host/host-child.ts')

test.skipIf(process.platform === 'win32' || (isRoot && !canMountReadOnly))(
  'a stand-in that a killed process left is gone with the next start, one of a living process stays (T31)',
  async () => {
    const { folder } = await written(false)
    if (!isRoot) for (const name of ['.', ...readdirSync(folder)]) chmodSync(join(folder, name), 0o500)
    onTestFinished(() => chmodSync(folder, 0o700))
    const temporary = await temporaryFolder()
    const standIns = () => readdirSync(temporary).filter((name) => name.startsWith('stratagem-reading-'))
    const start = async () => {
      const command = [process.execPath, hostChild, folder, 'wait']
      const [file = '', ...args] = isRoot ? onReadOnlyMount(folder, command) : command
      const env = { ...process.env, TMPDIR: temporary }
      const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const kill = async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      onTestFinished(kill)
      await once(child.stdout, 'data')
      return kill
    }
    const killFirst = await start()
    const [first] = standIns()
    await start()
    expect(standIns()).toHaveLength(2)
    await killFirst()
    await start()
    expect(standIns()).toHaveLength(2)
    expect(standIns()).not.toContain(first)
  },
)

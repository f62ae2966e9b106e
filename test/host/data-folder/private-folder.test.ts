import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { isPrivateFolder } from '../../../src-main/host/data-folder/folder-rights.ts'
import { makePrivate } from '../../../src-main/host/data-folder/private-folder.ts'
import { serveBrowser } from '../../../src-main/shell-browser/serve.ts'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { openPaths } from '../../kit/host/open-paths.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

/** A data folder as earlier versions, or its user, may have left it. */
async function wideFolder(mode = 0o755): Promise<string> {
  const folder = join(await temporaryFolder(), 'data')
  mkdirSync(join(folder, 'snapshots'), { recursive: true })
  mkdirSync(join(folder, 'compiled'))
  for (const name of ['stratagem.db', 'settings.json', 'compiled/cached']) writeFileSync(join(folder, name), '')
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), name.includes('.') ? 0o644 : 0o755)
  chmodSync(folder, mode)
  return folder
}

describe.skipIf(process.platform === 'win32')('the data folder is its user’s alone (T37)', () => {
  test('a new one, with the folders above it that were missing', async () => {
    const above = join(await temporaryFolder(), 'share')
    expect(makePrivate(join(above, 'stratagem'))).toEqual([])
    expect(openPaths(above)).toEqual([])
  })

  test('one that is there is closed with what lies in it, once, and that is said', async () => {
    const folder = await wideFolder()
    expect(makePrivate(folder)).toEqual([expect.stringContaining('could read the data folder')])
    expect(openPaths(folder)).toEqual(['compiled/cached'])
    expect(modeOf(join(folder, 'settings.json'))).toBe(0o600)
    expect(modeOf(join(folder, 'snapshots'))).toBe(0o700)
    expect(makePrivate(folder)).toEqual([])
  })

  test('where others could write, nothing is run that may be theirs, and its user is told to look', async () => {
    const folder = await wideFolder(0o777)
    expect(isPrivateFolder(folder)).toBe(false)
    expect(makePrivate(folder)).toEqual([expect.stringContaining('Check that your strategies')])
    expect(isPrivateFolder(folder)).toBe(true)
    expect(existsSync(join(folder, 'compiled'))).toBe(false)
  })

  test('rights are taken, never given', async () => {
    const folder = await wideFolder()
    chmodSync(join(folder, 'settings.json'), 0o444)
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o700))
    makePrivate(folder)
    expect(modeOf(folder)).toBe(0o500)
    expect(modeOf(join(folder, 'settings.json'))).toBe(0o400)
  })

  test('a link, a pipe or a file of another user in it is left alone; the folder itself may be a link', async () => {
    const folder = await wideFolder()
    const outside = join(folder, '..', 'outside.txt')
    writeFileSync(outside, 'public')
    chmodSync(outside, 0o644)
    symlinkSync(outside, join(folder, 'presets.json'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const link = join(folder, '..', 'link')
    symlinkSync(folder, link)
    makePrivate(link)
    expect(modeOf(outside)).toBe(0o644)
    expect(modeOf(folder)).toBe(0o700)
  })

  test('one of another user is refused, in words', async () => {
    const isRoot = process.getuid?.() === 0
    const folder = isRoot ? await wideFolder() : '/etc'
    if (isRoot) chownSync(folder, 65_534, 65_534)
    expect(() => makePrivate(folder)).toThrow('belongs to another user')
    if (isRoot) expect(modeOf(folder)).toBe(0o755)
  })
})

describe.skipIf(process.platform === 'win32')('after a run nothing in the data folder is open to others (T37)', () => {
  /** What the user's own umask makes of it. */
  const afterUmask = (mode: number) => mode & ~process.umask()

  test('with a host; what it writes into the project has the rights that its user gives', async () => {
    const dataFolder = await wideFolder()
    const project = await temporaryFolder()
    const server = await hostModelServer((_asked, turn) => script[turn] ?? { text: 'Done.' })
    const host = await openTestHost({ dataFolder })
    expect(host.notices).toHaveLength(1)
    expect(await ask(host, 'host-info', {})).toMatchObject({ notices: host.notices })
    const { message } = await newTestConversation(host, project, testProfile(server.url))
    await ask(host, 'settings-write', { theme: 'dark' })
    expect((await runToEnd(host, message('Go'))).status).toBe('completed')
    expect(openOutside(dataFolder, /^snapshots/)).toEqual([deep])
    await host.close()
    expect(openOutside(dataFolder, /^snapshots/)).toEqual([deep])
    expect(modeOf(join(project, 'sub'))).toBe(afterUmask(0o777))
    expect(modeOf(join(project, 'sub', 'by-tool.txt'))).toBe(afterUmask(0o666))
    expect(modeOf(join(project, 'by-command.txt'))).toBe(afterUmask(0o666))
  })

  test('with the command line, which makes its files the user’s alone as well', async () => {
    const dataFolder = await wideFolder()
    const project = await temporaryFolder()
    writeFileSync(join(project, 'a.txt'), 'a')
    const args = ['run', '--project', project, '--approve', 'everything', '--json', 'Explain this project']
    expect(await command(dataFolder, args)).toMatchObject({
      code: 0,
      error: expect.stringContaining('could read the data folder'),
    })
    const { out: listed } = await command(dataFolder, ['list'])
    const file = join(project, 'out.md')
    const exported = await command(dataFolder, [
      'export',
      listed.split('\t')[0] ?? '',
      '--format',
      'markdown',
      '--out',
      file,
    ])
    expect(exported).toMatchObject({ code: 0, error: '' })
    expect(openOutside(dataFolder, /^(snapshots|compiled)/)).toEqual([])
    expect(modeOf(file)).toBe(0o600)
  })

  test('with the browser shell', async () => {
    const dataFolder = await wideFolder()
    const root = await temporaryFolder()
    const served = await serveBrowser({ dataFolder, root, version: '0.0.0', port: 0, openProject: null })
    if (served.kind !== 'serving') throw new Error('it did not serve')
    onTestFinished(served.close)
    expect(openPaths(dataFolder)).toEqual([deep])
  })
})

/** Git gives its own files the rights that it always does: their folder is closed, as is the one above it. */
const openOutside = (folder: string, closed: RegExp) =>
  openPaths(folder).filter((path) => !closed.test(path) || !path.includes('/'))

/** What an earlier version left deeper in it, behind a folder that is closed. */
const deep = 'compiled/cached'

const script = [
  { calls: [{ tool: 'write_file', arguments: { path: 'sub/by-tool.txt', content: 'x' } }] },
  { calls: [{ tool: 'shell', arguments: { command: 'echo y > by-command.txt' } }] },
]

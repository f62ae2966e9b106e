import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { dataFolder } from '../../../src-main/host/data-folder/data-folder.ts'
import { requests } from '../../../src-shared/api/host-api.ts'
import { defaultSettings, settings, settingsPatch } from '../../../src-shared/settings/settings.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('a setting that is written leaves the others as they are, over a restart too', async () => {
  const folder = await temporaryFolder()
  const host = await openTestHost({ dataFolder: folder })
  await ask(host, 'settings-write', { approval: 'edits' })
  await ask(host, 'settings-write', { theme: 'dark' })
  await host.close()
  const second = await openTestHost({ dataFolder: folder })
  expect(await ask(second, 'settings-read', {})).toEqual({ ...defaultSettings, approval: 'edits', theme: 'dark' })
})

test('each setting can be written by itself, and none is filled in that was not given', () => {
  expect(settingsPatch.parse({})).toEqual({})
  expect(settingsPatch.parse(defaultSettings)).toEqual(defaultSettings)
  for (const name of Object.keys(settings.shape))
    expect(settingsPatch.parse({ [name]: undefined })).toEqual({ [name]: undefined })
})

test('limits that were kept before time and log had one are given these, and others stay (T36)', async () => {
  const folder = await temporaryFolder()
  const { bytes: _, ...before } = defaultSettings.budget
  const written = (budget: object) => writeFile(join(folder, 'settings.json'), JSON.stringify({ budget }))
  const host = await openTestHost({ dataFolder: folder })
  await written({ ...before, steps: null, wallMs: null })
  expect((await ask(host, 'settings-read', {})).budget).toEqual({ ...defaultSettings.budget, steps: null })
  await written({ ...before, wallMs: 60_000 })
  expect((await ask(host, 'settings-read', {})).budget).toEqual({ ...defaultSettings.budget, wallMs: 60_000 })
  await written({ ...before, wallMs: null, bytes: null })
  expect((await ask(host, 'settings-read', {})).budget).toMatchObject({ wallMs: null, bytes: null })
})

test('a damaged settings file is kept aside and said, and the defaults are used', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'settings.json'), '{ "theme": ')
  const host = await openTestHost({ dataFolder: folder })
  const changes = collectChanges(host)
  expect(await ask(host, 'settings-read', {})).toEqual(defaultSettings)
  expect(changes).toMatchObject([
    { kind: 'notice', level: 'warning', text: expect.stringContaining('settings.json.damaged') },
  ])
  expect(await readFile(join(folder, 'settings.json.damaged'), 'utf8')).toBe('{ "theme": ')
})

test('a key is in no file, reply, event or stream, and reaches only its endpoint (T28)', async () => {
  const canary = 'canary-4f1c9d77-never-shown'
  const folder = await temporaryFolder()
  const files = await temporaryProject({})
  const environment = { tool: 'shell', arguments: { command: process.platform === 'win32' ? 'set' : 'env' } }
  const server = await hostModelServer((_asked, turn) =>
    turn === 0
      ? { calls: [environment] }
      : turn === 1
        ? { status: 400, body: JSON.stringify({ error: { message: `bad key ${canary}` } }) }
        : { text: 'ok' },
  )
  const host = await openTestHost({ dataFolder: folder })
  const changes = collectChanges(host)
  const talk = await newTestConversation(host, files.folder, testProfile(server.url), canary)
  const run = await runToEnd(host, talk.message('go'))
  const replies = await Promise.all([
    ask(host, 'profiles-list', {}),
    ask(host, 'host-info', {}),
    ask(host, 'profile-test', { profile: testProfile(server.url), key: null }),
  ])
  expect(server.keys).toContain(`Bearer ${canary}`)
  expect(replies[0].profiles.find((each) => each.id === 'prof_test')?.hasKey).toBe(true)
  expect(JSON.stringify([run, replies, changes, eventsOf(host, run.id)])).not.toContain(canary)
  await host.close()
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(names.length).toBeGreaterThan(0)
  for (const entry of names) expect(await bytesIn(join(entry.parentPath, entry.name))).not.toContain(canary)
})

/** What goes as the host closes, such as the folder of a watch, holds nothing any more. */
const bytesIn = (file: string): Promise<string> =>
  readFile(file, 'latin1').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return ''
    throw thrown
  })

test('with a keychain only sealed text is on the disk; a key is forgotten with its profile', async () => {
  const folder = await temporaryFolder()
  const seal = (text: string) => Buffer.from(text).reverse().toString('base64')
  const open = (text: string) => Buffer.from(text, 'base64').reverse().toString('utf8')
  const keys = { kind: 'keychain', reason: 'a test', keychain: { seal, open } } as const
  const first = await openTestHost({ dataFolder: folder, keys })
  await ask(first, 'profile-save', { profile: testProfile('http://127.0.0.1:9/v1'), key: 'plain-key-12345' })
  await first.close()
  expect(await readFile(join(folder, 'keys.json'), 'utf8')).not.toContain('plain-key-12345')
  const second = await openTestHost({ dataFolder: folder, keys })
  const hasKey = async () =>
    (await ask(second, 'profiles-list', {})).profiles.find((each) => each.id === 'prof_test')?.hasKey
  expect(await hasKey()).toBe(true)
  await ask(second, 'profile-delete', { profileId: 'prof_test' })
  expect(await hasKey()).toBeUndefined()
  expect(JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8'))).toEqual({})
})

test('a kept key is not sent to another address than it is kept for', async () => {
  const server = await hostModelServer(() => ({ text: 'ready' }))
  const host = await openTestHost()
  await ask(host, 'profile-save', { profile: testProfile('http://127.0.0.1:9/v1'), key: 'kept-key-123' })
  const reply = await host.handle('profile-test', { profile: testProfile(server.url), key: null })
  expect(reply).toMatchObject({ ok: false, failure: { kind: 'invalid-request' } })
  expect(server.keys).toEqual([])
})

test('the demo profile is always there and stays as it is; testing it works without a network', async () => {
  const host = await openTestHost()
  const [demo] = (await ask(host, 'profiles-list', {})).profiles
  expect(demo).toMatchObject({ id: 'demo', name: 'Demo (offline, no key)', hasKey: false })
  if (demo === undefined) return
  const { hasKey: _, ...profile } = demo
  expect(await host.handle('profile-save', { profile, key: null })).toMatchObject({ ok: false })
  expect(await host.handle('profile-delete', { profileId: 'demo' })).toMatchObject({ ok: false })
  expect(await ask(host, 'profile-test', { profile, key: null })).toMatchObject({ ok: true })
})

test('whatever a request holds, the host answers, and never with a bug (T21)', async () => {
  const host = await openTestHost()
  const odd = fc.oneof(
    fc.anything(),
    fc.dictionary(
      fc.constantFrom('projectId', 'conversationId', 'runId', 'ref', 'query', 'profileId', 'ruleId', 'path'),
      fc.oneof(fc.string(), fc.constant("'; DROP TABLE runs; --"), fc.constant('../../etc/passwd')),
    ),
  )
  // What opens folders of this machine or starts servers has tests of its own.
  const methods = Object.keys(requests).filter(
    (each) => !['project-open-sample', 'folders-list', 'profile-test'].includes(each),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods, 'toString', '__proto__', 'no-such'), odd, async (method, params) => {
      const reply = await host.handle(method, params)
      expect(reply.ok || reply.failure.kind !== 'internal').toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the data folder is where each system keeps such things, and STRATAGEM_HOME moves it', () => {
  const home = join('/', 'home', 'ann')
  expect(dataFolder({ platform: 'linux', home, environment: {} })).toBe(join(home, '.local', 'share', 'stratagem'))
  expect(dataFolder({ platform: 'linux', home, environment: { XDG_DATA_HOME: join('/', 'data') } })).toBe(
    join('/', 'data', 'stratagem'),
  )
  expect(dataFolder({ platform: 'darwin', home, environment: {} })).toBe(
    join(home, 'Library', 'Application Support', 'Stratagem'),
  )
  expect(dataFolder({ platform: 'win32', home, environment: { LOCALAPPDATA: join('/', 'local') } })).toBe(
    join('/', 'local', 'Stratagem'),
  )
  expect(dataFolder({ platform: 'win32', home, environment: { STRATAGEM_HOME: join('/', 'else') } })).toBe(
    join('/', 'else'),
  )
})

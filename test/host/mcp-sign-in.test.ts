import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, temporaryFolder, testProfile } from '../kit/host/host-open.ts'
import { oauthServer } from '../kit/mcp/oauth-server.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

/** Stands for the system's keychain: what it seals can't be read on the disk. */
const keychain = {
  seal: (key: string) => mixed(Buffer.from(key)).toString('base64'),
  open: (sealed: string) => mixed(Buffer.from(sealed, 'base64')).toString('utf8'),
}
const mixed = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a))

async function scene(setup: Parameters<typeof oauthServer>[0] = {}) {
  const remote = await oauthServer(setup)
  const dataFolder = await temporaryFolder()
  const open = () => openTestHost({ dataFolder, keys: { kind: 'keychain', reason: 'a test', keychain } })
  const host = await open()
  const server: McpServer = {
    name: 'remote',
    transport: { kind: 'http', url: remote.url, headers: {} },
    enabled: true,
    off: [],
    reads: [],
  }
  await ask(host, 'mcp-save', { server, before: null })
  return { remote, dataFolder, open, host, server }
}

test('the user signs in once: tokens are renewed, sealed on the disk, and a dead one says what to do (T28)', async () => {
  const { remote, dataFolder, open, host, server } = await scene()
  const tested = (of = host) => ask(of, 'mcp-test', { server, projectId: null })
  const state = async (of = host) => (await ask(of, 'mcp-list', { projectId: null }))[0]?.signIn
  expect(await tested()).toMatchObject({
    ok: false,
    failure: { message: 'The MCP server remote needs you to sign in.', advice: expect.stringContaining('sign in') },
  })
  expect(await state()).toBe('needed')

  const { page, host: shown } = await ask(host, 'mcp-sign-in', { server, client: null })
  expect(shown).toBe(new URL(remote.url).host)
  expect(new URL(page).searchParams.get('code_challenge_method')).toBe('S256')
  const signedIn = ask(host, 'mcp-signed-in', { server })
  // An answer that is not to this request is no answer.
  expect(await remote.browse(page, { state: 'made-up' })).toBe(400)
  expect(await remote.browse(page)).toBe(200)
  await signedIn
  expect(await tested()).toMatchObject({ ok: true, tools: [{ name: 'hello' }] })
  expect(await state()).toBe('signed-in')

  // Later, in another process.
  await host.close()
  const again = await open()
  remote.expire(false)
  expect(await tested(again)).toMatchObject({ ok: true })
  expect(remote.given).toHaveLength(4)
  const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const stored = files.map((each) => readFileSync(join(each.parentPath, each.name), 'latin1')).join('\n')
  expect(remote.given.filter((token) => stored.includes(token))).toEqual([])

  remote.expire(true)
  expect(await tested(again)).toMatchObject({ ok: false, failure: { message: expect.stringContaining('sign in') } })
  expect(await state(again)).toBe('needed')
  expect(await ask(again, 'mcp-sign-out', { server })).toBe(true)
  expect(remote.revoked).toEqual([remote.given.at(-1)])
  expect(await state(again)).toBe('none')
})

test('a refused sign-in, and a server that offers none, are said', async () => {
  const { remote, host, server } = await scene()
  const { page } = await ask(host, 'mcp-sign-in', { server, client: null })
  const signedIn = expect(ask(host, 'mcp-signed-in', { server })).rejects.toThrow('access denied')
  await remote.browse(page, { refuse: true })
  await signedIn
  const nobody: McpServer = { ...server, transport: { kind: 'http', url: 'http://127.0.0.1:9/mcp', headers: {} } }
  await expect(ask(host, 'mcp-sign-in', { server: nobody, client: null })).rejects.toThrow(
    'You are not signed in to remote',
  )
})

test('where apps can’t register, a client of the user’s is used, and kept for the next sign-in', async () => {
  const { remote, host, server } = await scene({ client: { id: 'mine', secret: 'canary-secret' } })
  await expect(ask(host, 'mcp-sign-in', { server, client: null })).rejects.toMatchObject({
    failure: { advice: expect.stringContaining('client ID') },
  })
  for (const client of [{ id: 'mine', secret: 'canary-secret' }, null]) {
    const { page } = await ask(host, 'mcp-sign-in', { server, client })
    expect(page).not.toContain('canary')
    const signedIn = ask(host, 'mcp-signed-in', { server })
    expect(await remote.browse(page)).toBe(200)
    await signedIn
    expect(await ask(host, 'mcp-test', { server, projectId: null })).toMatchObject({ ok: true })
  }
  remote.expire(false)
  expect(await ask(host, 'mcp-test', { server, projectId: null })).toMatchObject({ ok: true })
})

test('a call that the sign-in does not allow says so, and the next sign-in asks for it', async () => {
  const { remote, host, server } = await scene({ scope: 'files:write' })
  const files = await temporaryProject({})
  const model = await hostModelServer(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: `Done: ${String(messages.at(-1)?.content)}` }
      : { calls: [{ tool: 'mcp__remote__hello', arguments: {} }] },
  )
  const talk = await newTestConversation(host, files.folder, testProfile(model.url))
  const signIn = async () => {
    const { page } = await ask(host, 'mcp-sign-in', { server, client: null })
    const signedIn = ask(host, 'mcp-signed-in', { server })
    await remote.browse(page)
    await signedIn
    await ask(host, 'mcp-test', { server, projectId: null })
  }
  const answer = async () => {
    const run = await ask(host, 'run-start', talk.message('Go.', { approval: 'everything' }))
    return (await host.runs.untilEnded(run.id)).totals.toolFailures
  }
  await signIn()
  expect(await answer()).toBe(1)
  expect(JSON.stringify(model.requests)).toContain('your sign-in does not allow this (files:write)')
  expect((await ask(host, 'mcp-list', { projectId: null }))[0]?.signIn).toBe('needed')
  await signIn()
  expect(remote.scopes.at(-1)).toContain('files:write')
  expect(await answer()).toBe(0)
})

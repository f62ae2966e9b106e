import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../src-main/mcp/connection.ts'
import type { SignIn } from '../../src-main/mcp/oauth.ts'
import { beginSignIn } from '../../src-main/mcp/sign-in.ts'
import { oauthServer } from '../kit/mcp/oauth-server.ts'

/** A connection to a server that the user has signed in to; its refresh tokens are good for one use. */
async function signedIn() {
  const remote = await oauthServer()
  const { page, end } = await beginSignIn(remote.url, { client: null, scope: null })
  await remote.browse(page)
  let kept: SignIn | null = await end
  const refused: (string | undefined)[] = []
  const signIn = {
    read: () => kept,
    write: (value: SignIn | null) => {
      kept = value
    },
    refused: (scope?: string) => void refused.push(scope),
  }
  const connection = openConnection({ kind: 'http', url: remote.url, headers: {}, signIn }, '0', () => undefined)
  onTestFinished(() => connection.close())
  const asked = { form: async () => ({ action: 'cancel' as const }), completed: () => {}, model: async () => null }
  const call = () =>
    connection.call('hello', {}, { signal: new AbortController().signal, onProgress: () => {}, owner: 'r', asked })
  return { remote, call, refused }
}
const hi = { result: { content: [{ text: 'hi' }] } }

test('a token that ends in the middle of a session is renewed, and the call is made', async () => {
  const { remote, call, refused } = await signedIn()
  expect(await call()).toMatchObject(hi)
  for (let rotation = 0; rotation < 3; rotation++) {
    remote.expire(false)
    expect(await call()).toMatchObject(hi)
  }
  expect(remote.given).toHaveLength(8)
  expect(refused).toEqual([])
})

test('calls at the same time renew the token once', async () => {
  const { remote, call } = await signedIn()
  await call()
  remote.expire(false)
  for (const end of await Promise.all([call(), call(), call(), call()])) expect(end).toMatchObject(hi)
  expect(remote.given).toHaveLength(4)
})

test('a token that can’t be renewed ends the call with what to do', async () => {
  const { remote, call, refused } = await signedIn()
  await call()
  remote.expire(true)
  await expect(call()).rejects.toThrow('it needs you to sign in. Do so in Settings → MCP servers')
  expect(refused).toEqual([undefined])
})

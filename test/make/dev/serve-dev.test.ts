import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { devAddress } from '../../../src-main/shell-electron/dev-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { serveDev } from './serve-dev.ts'

async function open(): Promise<URL> {
  const folder = await temporaryFolder()
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder, { mode: 0o700 })
  const served = await serveDev({ dataFolder, openProject: null, port: 0, cacheDir: join(folder, 'vite') })
  onTestFinished(() => served.close())
  return new URL(served.entry)
}

/** The host's first message to a page of the origin, or how the page was refused. */
function enter({ origin, hash }: URL, from: string): Promise<string> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/host`, { origin: from })
  const token = hash.slice('#token='.length)
  return new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ kind: 'session', token, secret: null })))
    socket.on('error', () => resolve('refused'))
    socket.on('close', () => resolve('refused'))
    socket.on('message', (data) => {
      resolve(String(data))
      socket.terminate()
    })
  })
}

test('the page is made of the sources, and its policy lets in only what Vite marked', async () => {
  const { origin } = await open()
  const page = await fetch(`${origin}/`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self' 'nonce-development';")
  const scripts = (await page.text()).match(/<script[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((each) => !each.includes('nonce="development"'))).toEqual([])
  expect(await (await fetch(`${origin}/host/host.ts`)).text()).toContain('openTransport')
})

test('the page reaches the host through Vite; a page of another origin does not, even with the token', async () => {
  const entry = await open()
  expect(await enter(entry, 'http://127.0.0.1:1')).toBe('refused')
  expect(await enter(entry, entry.origin)).toMatch(/"session-open"/)
})

test('the desktop window takes its sources from this machine alone', () => {
  const at = (address: string) => devAddress({ ELECTRON_RENDERER_URL: address })?.origin ?? null
  expect(at('http://127.0.0.1:5274')).toBe('http://127.0.0.1:5274')
  expect(['http://example.com', 'https://127.0.0.1:1', 'http://127.0.0.1.example.com', 'no address'].map(at)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(devAddress({})).toBeNull()
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import {
  allowAll,
  allowEverything,
  chooseStrategy,
  openSampleProject,
  request,
  send,
} from '../kit/window/first-minutes.ts'
import { chat, ending } from '../kit/window/window-steps.ts'
import { packApp } from '../real/kit/desktop/packaged-app.ts'

const electron = process.env['ELECTRON_OVERRIDE_DIST_PATH']
let folder = ''
const groups: number[] = []
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stratagem-packaged-'))
})
test.afterAll(() => {
  // An app that a failed test left behind.
  for (const group of groups) endGroup(group)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A request of the page to the app. */
const ask = (page: Page, method: string, params: unknown) =>
  page.evaluate(
    ([name, given]) =>
      new Promise<unknown>((resolve) => {
        const id = Math.floor(Math.random() * 1e9) + 1e9
        window.stratagem?.receive((text) => {
          const message = JSON.parse(text)
          if (message.kind === 'reply' && message.id === id) resolve(message.reply)
        })
        window.stratagem?.send(JSON.stringify({ kind: 'request', id, method: name, params: given }))
      }),
    [method, params] as const,
  )

test('packaged in an archive the app opens the sample project, repairs it, and hands nothing of the archive to others', async () => {
  test.skip(electron === undefined || process.platform === 'darwin', 'it takes a folder with Electron for this system')
  const program = packApp(electron ?? '', path.join(folder, 'app'))
  const home = path.join(folder, 'data')
  const { page, close } = await started(program, home)

  // Copied out of the archive; listing, searching (ripgrep), editing, snapshots (git), commands; stored (SQLite).
  await openSampleProject(page)
  await send(page, request)
  await allowAll(page)
  await expect(ending(page)).toHaveText('completed')
  expect(readFileSync(path.join(home, 'sample-project/src/cart.js'), 'utf8')).not.toBe(
    readFileSync(path.join(import.meta.dirname, '../../resources/sample-project/src/cart.js'), 'utf8'),
  )

  // A strategy of one's own: from the app's template, in a worker thread, with the engine's WebAssembly.
  expect(await ask(page, 'strategy-new', { name: 'packed', projectId: null })).toEqual({
    ok: true,
    value: expect.anything(),
  })
  await allowEverything(page)
  await chooseStrategy(page, /packed/i)
  await send(page, 'What does this project do?')
  await expect(ending(page)).toHaveText('completed')
  await expect(chat(page)).not.toContainText(/ENOTDIR|ENOENT|app\.asar/)

  // Other programs: an editor gets a file that it can read, a server a folder that exists.
  const seen = path.join(folder, 'seen')
  const editor = path.join(folder, 'editor.sh')
  writeFileSync(editor, `#!/bin/sh\ncat "$1" > '${seen}'\n`)
  chmodSync(editor, 0o755)
  const choice = { kind: 'program', program: editor, args: ['{file}'] }
  expect(await ask(page, 'editor-test', { editor: choice })).toMatchObject({ ok: true })
  await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8')).toContain('strategy')
  const program2 = path.join(import.meta.dirname, '../kit/mcp/fake-mcp-server.js')
  const server = {
    name: 'fake',
    transport: { kind: 'stdio', command: 'node', args: [program2], env: {} },
    enabled: true,
    off: [],
    reads: [],
  }
  expect(await ask(page, 'mcp-test', { server, projectId: null })).toMatchObject({
    ok: true,
    value: { ok: true },
  })
  await close()
})

/**
 * Over the engine's own port: what Playwright adds to the command line of an Electron is not for packaged apps.
 */
async function started(program: string, home: string): Promise<{ page: Page; close: () => Promise<void> }> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(program, [...sandbox, '--remote-debugging-port=0'], {
    env: { ...process.env, STRATAGEM_HOME: home, HOME: folder },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  if (child.pid !== undefined) groups.push(child.pid)
  const named = path.join(home, 'desktop/DevToolsActivePort')
  await expect.poll(() => existsSync(named) && readFileSync(named, 'utf8')).toMatch(/^\d+\n/)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(named, 'utf8').split('\n')[0]}`)
  await expect.poll(() => browser.contexts()[0]?.pages().length).toBe(1)
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('the packaged app shows no window')
  const close = async () => {
    await page.close()
    await ended
  }
  return { page, close }
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

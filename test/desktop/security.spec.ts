import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../kit/window/desktop-test.ts'

test('the page is shut in: settings, policy, permissions, windows, navigation, bridge (T19 to T22)', async ({
  open,
}) => {
  const { app, page } = await open()
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
  const settings = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents ?? {}
    // Its types leave this method out.
    return { ...Reflect.get(contents, 'getLastWebPreferences').call(contents), preload: '' }
  })
  expect(settings).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true })
  expect(settings).toMatchObject({ webviewTag: false, nodeIntegrationInSubFrames: false })

  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'))
  for (const rule of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule)
  await expect(page.evaluate(() => fetch('https://example.com/'))).rejects.toThrow(/fetch/i)

  const inPage = await page.evaluate(async () => ({
    bridge: Object.entries(window.stratagem ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
    node: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
    location: (await navigator.permissions.query({ name: 'geolocation' })).state,
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).catch((error: Error) => error.name),
    opened: window.open('https://example.com/') === null,
  }))
  expect(inPage.bridge.sort()).toEqual(['kind: string', 'receive: function', 'send: function'])
  expect(inPage.node).toEqual([])
  expect(inPage.location).toBe('denied')
  expect(['NotAllowedError', 'NotFoundError']).toContain(inPage.camera)
  expect(inPage.opened).toBe(true)
  expect(app.windows()).toHaveLength(1)

  const gone = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const before = contents?.getURL()
    const refused = new Promise<boolean>((resolve) => {
      contents?.once('will-navigate', (event) => resolve(event.defaultPrevented))
    })
    await contents?.executeJavaScript("location.href = 'https://example.com/'; true")
    return { refused: await refused, left: before !== contents?.getURL() }
  })
  expect(gone).toEqual({ refused: true, left: false })
})

test('another page in the same app is not heard, whatever it sends (T21)', async ({ open }) => {
  const { app, page } = await open()
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
  const preload = path.resolve(import.meta.dirname, '../../out/preload/preload.cjs')
  const stranger = await app.evaluate(async ({ BrowserWindow }, file) => {
    const window = new BrowserWindow({ show: false, webPreferences: { preload: file, sandbox: true } })
    await window.loadURL('data:text/html,stranger')
    await window.webContents.executeJavaScript(`
      window.heard = 0
      window.stratagem.receive(() => { window.heard += 1 })
      window.stratagem.send(JSON.stringify({ kind: 'request', id: 1, method: 'host-info', params: {} }))
      true`)
    return window.id
  }, preload)
  // The window's own request is answered after the stranger's would have been.
  const answered = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        window.stratagem?.receive((text) => {
          const message = JSON.parse(text)
          if (message.kind === 'reply' && message.id === 987_654) resolve(message.reply.ok)
        })
        window.stratagem?.send(JSON.stringify({ kind: 'request', id: 987_654, method: 'host-info', params: {} }))
      }),
  )
  expect(answered).toBe(true)
  const heard = await app.evaluate(async ({ BrowserWindow }, id) => {
    const window = BrowserWindow.fromId(id)
    const count: unknown = await window?.webContents.executeJavaScript('window.heard')
    window?.destroy()
    return count
  }, stranger)
  expect(heard).toBe(0)
})

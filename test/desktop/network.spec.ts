import { createServer } from 'node:http'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../kit/window/desktop-test.ts'
import { allowAll, openSampleProject, request, send } from '../kit/window/first-minutes.ts'
import { ending } from '../kit/window/window-steps.ts'
import { readNetLog } from '../real/kit/desktop/net-log.ts'

const logged = (file: string) => [`--log-net-log=${file}`, '--net-log-capture-mode=Everything']

test('from start to quit the browser engine asks nobody: no dictionary, update, trial, time or name', async ({
  open,
  home,
}) => {
  const file = path.join(home, 'network.json')
  const { app, page, quit } = await open(...logged(file))
  await openSampleProject(page)
  await send(page, request)
  await allowAll(page)
  await expect(ending(page)).toHaveText('completed')
  // What is typed is what a spelling checker would look up.
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Teh speling of thiss is wrongg')
  // Nor does another session get a dictionary, such as one of developer tools, even if its window checks spelling.
  await app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { partition: 'another', spellcheck: true } })
    await window.loadURL('data:text/html,<textarea autofocus>speling</textarea>')
    window.destroy()
  })
  await quit()
  const { hosts, uses, read } = readNetLog(file)
  expect({ hosts: [...hosts], uses }).toEqual({ hosts: [], uses: [] })
  expect(read).toBeGreaterThan(0)
})

test('the log of the browser engine tells of requests and of names that are looked up', async ({ open, home }) => {
  const file = path.join(home, 'network.json')
  const server = createServer((_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { app, quit } = await open(...logged(file))
  const ask = (to: string) =>
    app.evaluate(async ({ net }, url) => {
      const reply = await net.fetch(url, { bypassCustomProtocolHandlers: true }).catch(() => null)
      return reply === null ? null : await reply.text()
    }, to)
  expect(await ask(`http://127.0.0.1:${port}/asked`)).toBe('here')
  expect(await ask('http://nobody.invalid/asked')).toBeNull()
  server.close()
  await quit()
  const { hosts, uses } = readNetLog(file)
  expect(uses).toContain(`URL_REQUEST_START_JOB http://127.0.0.1:${port}/asked`)
  expect([...hosts]).toEqual(expect.arrayContaining(['127.0.0.1', 'nobody.invalid']))
})

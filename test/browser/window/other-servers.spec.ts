import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { attack, type OtherServer, openOtherServer, sendToSocket } from '../../kit/model-server/other-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { messageBox } from '../../kit/window/window-steps.ts'

/** Other servers on 127.0.0.1 and the browser shell's session: what a browser sends them opens nothing (T34). */
const wanted = {
  kind: 'request',
  id: 1,
  method: 'settings-write',
  params: { commands: { confined: false, network: 'all' } },
}
const session = (token: string | null, secret: string | null) => ({ kind: 'session', token, secret })

/** Every word of every header and address that the other server received, as it may try each of them. */
function wordsOf(other: OtherServer): string[] {
  const texts = other.received.flatMap(({ url, headers }) => [url, ...Object.values(headers).flat()])
  return [...new Set(texts.flatMap((text) => (text ?? '').split(/[\s=;?&#]+/)))]
}

const secretOf = (page: Page) => page.evaluate(() => localStorage.getItem('stratagem-session'))

test('another server on 127.0.0.1 gets all the browser sends, and can do nothing with it', async ({
  page,
  home,
  project,
  start,
}) => {
  const other = await openOtherServer()
  const app = await start('--project', project)
  const { origin, hash } = new URL(app.url)
  const token = hash.replace('#token=', '')
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  const secret = (await secretOf(page)) ?? ''
  expect(secret.length).toBeGreaterThan(30)

  // Straight from the app, opened by hand in another tab, and as a picture in it.
  const visitor = await page.context().newPage()
  await visitor.goto(`${other.origin}/by-hand`)
  await page.evaluate((address) => {
    location.href = `${address}/from-the-app`
  }, other.origin)
  await expect(page.getByText('Other')).toBeVisible()
  expect(other.received.map(({ url }) => url)).toEqual(expect.arrayContaining(['/by-hand', '/from-the-app']))

  const words = wordsOf(other)
  for (const each of [token, secret]) expect(JSON.stringify(other.received)).not.toContain(each)
  const headers = other.received.at(-1)?.headers ?? {}
  const copied = headers.cookie === undefined ? {} : { cookie: headers.cookie }
  expect(await sendToSocket(origin, copied, [wanted])).not.toContainEqual(expect.stringContaining('"reply"'))
  for (const word of [...words, token])
    expect(await sendToSocket(origin, copied, [session(word, word), wanted])).toEqual([
      JSON.stringify({ kind: 'session-refused' }),
    ])
  expect(() => readFileSync(path.join(home, 'settings.json'), 'utf8')).toThrow()

  // The same message of somebody who knows the secret is heeded: the refusals above are no mistakes of the test.
  expect(await sendToSocket(origin, {}, [session(null, secret), wanted])).toHaveLength(2)
  expect(readFileSync(path.join(home, 'settings.json'), 'utf8')).toContain('"all"')
  await other.close()
})

test('a page of another server can neither read, frame, open nor ask the app', async ({ page, start }) => {
  const other = await openOtherServer()
  const app = await start()
  const { origin } = new URL(app.url)
  await page.goto(app.url)
  await expect.poll(() => secretOf(page)).toBeTruthy()
  const secret = await secretOf(page)
  const hostile = await page.context().newPage()
  await hostile.goto(other.origin)
  const attempts = await attack(hostile, origin)
  expect(attempts).toMatchObject({ messages: [], fetched: expect.stringMatching(/^refused/) })
  expect(attempts.imported).toMatch(/^refused/)
  expect(attempts.framed).toMatch(/^refused/)
  expect(attempts.opened).toMatch(/^(refused|severed|blocked)/)
  expect(attempts.socket).toMatch(/^refused/)
  expect(JSON.stringify(attempts)).not.toContain(secret)
  await other.close()
})

test('a page that serves the app under its own address has no session', async ({ page, context, start }) => {
  const app = await start()
  const { port } = new URL(app.url)
  await page.goto(app.url)
  await expect.poll(() => secretOf(page)).toBeTruthy()
  const alias = await context.newPage()
  await alias.goto(`http://localhost:${port}/`)
  await expect(alias.getByText('This browser is not connected.')).toBeVisible()
})

test('the address works once: a reload and a second tab go on, another browser is told what to do', async ({
  page,
  browser,
  project,
  start,
}) => {
  const app = await start('--project', project)
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  expect(new URL(page.url()).hash).not.toContain('token')
  await page.reload()
  await expect(messageBox(page)).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(new URL(app.url).origin)
  await expect(messageBox(second)).toBeVisible()
  const third = await page.context().newPage()
  await third.goto(app.url)
  await expect(messageBox(third)).toBeVisible()

  const elsewhere = await browser.newContext()
  const late = await elsewhere.newPage()
  await late.goto(app.url)
  await expect(late.getByRole('alert')).toContainText('start it again')
  await elsewhere.close()
})

test('after a restart an old tab says what to do, and goes on once the new address is open', async ({
  page,
  project,
  start,
}) => {
  const first = await start('--project', project)
  const { port } = new URL(first.url)
  await page.goto(first.url)
  await messageBox(page).fill('half a thought')
  await first.stop()
  await expect(page.getByRole('alert')).toContainText('Connection to Stratagem lost')
  const again = await start('--project', project, '--port', port)
  await expect(page.getByRole('alert')).toContainText('Stratagem was restarted')
  const fresh = await page.context().newPage()
  await fresh.goto(again.url)
  await expect(messageBox(fresh)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(messageBox(page)).toHaveValue('half a thought')

  // The new address may as well be entered in the old tab itself.
  await again.stop()
  await expect(page.getByRole('alert')).toBeVisible()
  const third = await start('--project', project, '--port', port)
  await page.evaluate((address) => {
    location.href = address
  }, third.url)
  await expect(messageBox(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

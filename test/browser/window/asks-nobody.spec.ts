import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { allowAll, openSampleProject, request, send } from '../../kit/window/first-minutes.ts'
import { ending, settings } from '../../kit/window/window-steps.ts'

test('the page in the browser asks only the app that serves it, over a whole run', async ({ page, start }) => {
  const asked = new Set<string>()
  const note = (address: string) => {
    const { protocol, host } = new URL(address)
    if (protocol !== 'data:' && protocol !== 'blob:') asked.add(host)
  }
  page.context().on('request', (each) => note(each.url()))
  page.on('websocket', (each) => note(each.url()))
  const app = await start()
  await page.goto(app.url)
  await openSampleProject(page)
  await send(page, request)
  await allowAll(page)
  await expect(ending(page)).toHaveText('completed')
  await page.keyboard.press('ControlOrMeta+,')
  await expect(settings(page)).toBeVisible()
  expect([...asked]).toEqual([new URL(app.url).host])
})

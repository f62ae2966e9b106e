import { chmodSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { canMountReadOnly } from '../../kit/host/read-only-mount.ts'
import { startAppReadOnly } from '../../kit/window/app-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { chooseStrategy, openSampleProject, send } from '../../kit/window/first-minutes.ts'
import { chat, messageBox, untilEnded } from '../../kit/window/window-steps.ts'

const isRoot = process.getuid?.() === 0

// To root nothing is refused by the rights of a folder, but a read-only mount is.
test.skip(process.platform === 'win32' || (isRoot && !canMountReadOnly), 'nothing here makes a folder read-only')

test('on a data folder that can’t be written, the window says so, shows what is there, and refuses to run', async ({
  page,
  home,
  start,
}) => {
  const first = await start()
  await page.goto(first.url)
  await openSampleProject(page)
  await chooseStrategy(page, /^Chat/)
  await send(page, 'Say hello')
  await untilEnded(page)
  await first.stop()
  const files = ['.', ...readdirSync(home)].map((name) => path.join(home, name))
  if (!isRoot) for (const each of files) chmodSync(each, 0o500)
  const again = isRoot ? await startAppReadOnly(home) : await start()
  try {
    await page.goto(again.url)
    await expect(page.getByText('is read-only. You can view')).toBeVisible()
    await page.getByRole('button', { name: /^sample-project/ }).click()
    await expect(chat(page).getByText('Say hello')).toBeVisible()
    await messageBox(page).fill('And again')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('nothing can be run or changed').last()).toBeVisible()
  } finally {
    await again.stop()
    if (!isRoot) for (const each of files) chmodSync(each, 0o700)
  }
})

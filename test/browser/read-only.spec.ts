import { chmodSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../kit/app-test.ts'
import { chooseStrategy, openSampleProject, send } from '../kit/first-minutes.ts'
import { chat, untilEnded } from '../kit/window-steps.ts'

test.skip(process.getuid?.() === 0 || process.platform === 'win32', 'nothing is refused to root')

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
  for (const each of files) chmodSync(each, 0o500)
  const again = await start()
  await page.goto(again.url)
  await expect(page.getByText("can't be written. What is stored can be looked at")).toBeVisible()
  await page.getByRole('button', { name: /^sample-project/ }).click()
  await expect(chat(page).getByText('Say hello')).toBeVisible()
  await send(page, 'And again')
  await expect(page.getByText('nothing can be run or changed').last()).toBeVisible()
  await again.stop()
  for (const each of files) chmodSync(each, 0o700)
})

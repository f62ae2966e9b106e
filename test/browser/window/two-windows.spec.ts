import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { openSampleProject, region, request, send } from '../../kit/window/first-minutes.ts'
import { approval, chat, messageBox, untilEnded } from '../../kit/window/window-steps.ts'

test('two windows at one conversation stay in step, drafts included, and the title counts what waits', async ({
  page,
  start,
}) => {
  const app = await start()
  await page.goto(app.url)
  await openSampleProject(page)
  await send(page, request)
  await expect(approval(page)).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)

  const opened = page.context().waitForEvent('page')
  await region(page, 'Conversations')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Open in a new window' }).click()
  const other = await opened
  await expect(approval(other)).toBeVisible()
  await messageBox(other).fill('And explain it')
  await expect(messageBox(page)).toHaveValue('And explain it')
  await messageBox(page).fill('And explain it briefly')
  await expect(messageBox(other)).toHaveValue('And explain it briefly')
  await messageBox(other).press('Enter')
  await expect(messageBox(page)).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Queued messages' })).toContainText('And explain it briefly')
  await page.keyboard.press('Control+.')
  await untilEnded(other, 'stopped')
  await expect(messageBox(other)).toHaveValue('And explain it briefly')
  await expect(chat(page).getByText('Stopped here.')).toBeVisible()

  await other.reload()
  await expect(chat(other).getByText('Stopped here.')).toBeVisible()
})

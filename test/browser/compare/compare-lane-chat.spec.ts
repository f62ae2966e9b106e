import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { lane, setUpLanes, showChats, startLanes } from '../../kit/window/compare-steps.ts'
import { settings, toFirstMessage } from '../../kit/window/window-steps.ts'

test('a lane is read and answered where it is compared, and what would begin another run beside it is not offered', async ({
  page,
  openSample,
}) => {
  await openSample()
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Breakpoints' }).click()
  await settings(page).getByRole('textbox', { name: 'New breakpoint' }).fill('tool:shell')
  await page.keyboard.press('Enter')
  await expect(settings(page).getByRole('button', { name: 'Remove the breakpoint tool:shell' })).toBeVisible()
  await page.keyboard.press('Escape')
  await setUpLanes(page)
  await page.getByRole('button', { name: 'Add a lane' }).click()
  await page.getByRole('button', { name: 'Add a lane' }).click()
  await expect(page.getByText(/^Strategy: A .*; D Retry › Tool loop\./)).toBeVisible()
  await startLanes(page)
  const stopped = lane(page, 'B')
  // Each lane pauses by itself, and is edited and continued where it is compared.
  const paused = stopped.getByRole('dialog', { name: 'Run paused' })
  await expect(paused).toContainText('Paused before shell', { timeout: 30_000 })
  await paused.getByRole('button', { name: 'Edit' }).click()
  const step = paused.getByRole('textbox', { name: 'The step as it will be performed' })
  await step.fill((await step.inputValue()).replace(/("command": )"[^"]*"/, '$1"echo edited by hand"'))
  await paused.getByRole('button', { name: 'Continue' }).click()
  // It asks before it runs a command, and so is at work for as long as it takes to stop it.
  await expect(stopped.getByRole('button', { name: 'Allow once' })).toBeVisible({ timeout: 30_000 })
  await expect(stopped.getByText('echo edited by hand').first()).toBeVisible()
  await expect(stopped.getByText('Edited by you: arguments or limits')).toBeVisible()
  await page.getByRole('button', { name: 'Stop all' }).click()
  await showChats(page)
  await expect(stopped.getByText('Stopped here.')).toBeVisible()

  for (const name of ['Resume', 'Try again', 'Edit and ask again', 'More for this message', /version of this message/])
    await expect(stopped.getByRole('button', { name })).toHaveCount(0)
  await stopped.getByRole('button', { name: 'More for this run' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Verify/, /^Export…/])
  await page.keyboard.press('Escape')

  const message = stopped.getByRole('article', { name: 'Your message' })
  await stopped.getByRole('feed').focus()
  await page.keyboard.press('Home')
  await message.focus()
  await page.keyboard.press('e')
  await page.keyboard.press('r')
  await expect(stopped.getByRole('textbox')).toHaveCount(0)

  // In the conversation itself all of it is there.
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await toFirstMessage(page)
  await expect(page.getByRole('button', { name: /version of this message/ }).first()).toBeVisible()
})

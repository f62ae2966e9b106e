import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { allowAll, chooseStrategy, openSampleProject, region, request, send } from '../../kit/window/first-minutes.ts'
import { approval, messageBox, settings, stopButton, untilEnded } from '../../kit/window/window-steps.ts'

test('everything has its name, and axe finds nothing, from the welcome to the finished run', async ({
  page,
  start,
}) => {
  const app = await start()
  await page.goto(app.url)
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try the sample project' })).toBeVisible()
  await expectNoAxeViolations(page)

  await openSampleProject(page)
  for (const name of ['Conversations', 'Conversation', 'Timeline', 'Inspector'])
    await expect(region(page, name)).toBeVisible()
  for (const name of ['Strategy', 'Model'])
    await expect(page.getByRole('combobox', { name, exact: true })).toBeVisible()
  await expect(messageBox(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  await chooseStrategy(page, /Plan, revise, execute/)
  await send(page, request)
  await expect(approval(page)).toBeVisible()
  await expect(stopButton(page)).toBeVisible()
  for (const name of ['Allow once', /^Always allow .+/, 'Deny'])
    await expect(approval(page).getByRole('button', { name, exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  await allowAll(page)
  await untilEnded(page)
  await expectNoAxeViolations(page)
  await page.getByRole('tab', { name: /Changes/ }).click()
  await expect(region(page, 'Changes').getByText('src/cart.js')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.keyboard.press('Control+,')
  await expect(settings(page).getByRole('button', { name: 'Add a model' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expectNoAxeViolations(page)
})

import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { region, request } from '../../kit/window/first-minutes.ts'
import { chat, messageBox } from '../../kit/window/window-steps.ts'

test('trials that wait for the user hold no others, say how many they are, and lead to where they are answered', async ({
  page,
  openSample,
}) => {
  await openSample()
  await messageBox(page).fill(request)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('textbox', { name: 'Check command', exact: true }).fill('npm test')
  await page.getByLabel('Repeats of every task').fill('2')
  await page.getByRole('button', { name: 'Start the trials' }).click()
  // One works at a time, and all four of them came to what they have to ask.
  await expect(page.getByText('4 wait for your answers: open them in the list')).toBeVisible({ timeout: 90_000 })
  const trials = region(page, 'Trials')
  await expect(trials.getByText('waits for you')).toHaveCount(4)

  await trials.getByRole('button', { name: 'Open' }).first().click()
  await expect(chat(page).getByRole('button', { name: 'Allow once' }).first()).toBeVisible()
})

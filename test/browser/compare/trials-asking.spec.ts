import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { setRepeats, startRuns } from '../../kit/window/compare-steps.ts'
import { region, request } from '../../kit/window/first-minutes.ts'
import { chat, messageBox } from '../../kit/window/window-steps.ts'

test('trials that wait for the user hold no others, say how many they are, and lead to where they are answered', async ({
  page,
  openSample,
}) => {
  await openSample()
  await messageBox(page).fill(request)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await setRepeats(page, 2)
  await startRuns(page)
  // One works at a time, and all four of them came to what they have to ask.
  await expect(page.getByText('4 waiting for your answer: see the list')).toBeVisible({ timeout: 90_000 })
  const trials = region(page, 'Trials')
  await expect(trials.getByText('waiting for you')).toHaveCount(4)

  await trials.getByRole('button', { name: 'Open' }).first().click()
  await expect(chat(page).getByRole('button', { name: 'Allow once' }).first()).toBeVisible()
})

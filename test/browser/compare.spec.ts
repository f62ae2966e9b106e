import { expect, type Page } from '@playwright/test'
import { test } from '../kit/app-test.ts'
import { openSampleProject, region, request } from '../kit/first-minutes.ts'
import { messageBox } from '../kit/window-steps.ts'

const lane = (page: Page, label: string) => region(page, `Lane ${label}`)

async function setUp(page: Page): Promise<void> {
  await messageBox(page).fill(request)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(lane(page, 'A')).toBeVisible()
  await expect(lane(page, 'B')).toBeVisible()
}

test('lanes are set up alike but for the strategy, and what differs is said in words', async ({ page, start }) => {
  const app = await start()
  await page.goto(app.url)
  await openSampleProject(page)
  await setUp(page)
  await expect(page.getByText(/^Strategy: A tool-loop, B plan-revise-execute\./)).toBeVisible()
  await page.getByRole('button', { name: 'Add a lane' }).click()
  await lane(page, 'C').getByRole('combobox', { name: 'Strategy' }).click()
  await page.getByRole('option', { name: /^ReAct/ }).click()
  await expect(page.getByText(/C react\./)).toBeVisible()
  await lane(page, 'C').getByRole('button', { name: 'Remove lane C' }).click()
  await expect(lane(page, 'C')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await expect(messageBox(page)).toHaveValue(request)
})

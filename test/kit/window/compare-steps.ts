/** Steps of a person who compares strategies: the same in every shell. */
import { expect, type Page } from '@playwright/test'
import { region, request } from './first-minutes.ts'
import { messageBox } from './window-steps.ts'

export const lane = (page: Page, label: string) => region(page, `Lane ${label}`)

/** Lays the usual message before two lanes; they are not started. */
export async function setUpLanes(page: Page): Promise<void> {
  await messageBox(page).fill(request)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(lane(page, 'A')).toBeVisible()
  await expect(lane(page, 'B')).toBeVisible()
}

export async function startLanes(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Check command', exact: true }).fill('npm test')
  await page.getByRole('button', { name: 'Start comparing' }).click()
}

/** A lane's line in the table of figures. */
export const laneRow = (page: Page, label: string) =>
  page.getByRole('table', { name: 'Figures' }).getByRole('row', { name: new RegExp(`^Lane ${label}:`) })

export async function untilChecked(page: Page, labels: readonly string[] = ['A', 'B']): Promise<void> {
  for (const label of labels) await expect(laneRow(page, label)).toContainText(/tests? pass/, { timeout: 90_000 })
}

/** Shows the whole chat of each lane, in place of what differs. */
export async function showChats(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Whole chats' }).click()
}

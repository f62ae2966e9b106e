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
  await expect(page.getByRole('textbox', { name: 'Message for all lanes', exact: true })).toBeFocused()
  // Approval and the like are there.
  await page.getByText('More settings').click()
}

export async function startLanes(page: Page): Promise<void> {
  await expect(region(page, 'How to judge')).toContainText('npm test must pass')
  await startRuns(page)
}

/** Starts what is set up, however many runs it is. */
export const startRuns = (page: Page): Promise<void> => page.getByRole('button', { name: /^Start \d+ runs$/ }).click()

/** Sets the command that judges, in place of the one that was found. */
export async function setCheck(page: Page, command: string): Promise<void> {
  await region(page, 'How to judge')
    .getByRole('button', { name: /^(Change|Set one)…$/ })
    .click()
  await page.getByRole('textbox', { name: 'Check command', exact: true }).fill(command)
}

/** Any number of repeats, also one that is not offered. */
export async function setRepeats(page: Page, repeats: number): Promise<void> {
  await page.getByRole('button', { name: 'Why?' }).click()
  await page.getByLabel('Another number of repeats').fill(String(repeats))
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

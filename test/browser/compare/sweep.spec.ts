import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { startRuns } from '../../kit/window/compare-steps.ts'
import { allowEverything, region, request, send } from '../../kit/window/first-minutes.ts'
import { chat, messageBox, toFirstMessage } from '../../kit/window/window-steps.ts'

const panel = (page: Page) => region(page, 'Vary lanes')
const swept = (page: Page) => panel(page).getByRole('list', { name: 'Lanes of the sweep' }).getByRole('listitem')
const lanes = (page: Page) => page.getByRole('list', { name: 'All lanes' })

async function alsoVary(page: Page, name: string, group: RegExp): Promise<void> {
  await panel(page).getByRole('combobox', { name: 'Vary something else' }).click()
  await page.getByRole('group', { name: group }).getByRole('option', { name, exact: true }).click()
}

test('six lanes of a sweep run over several tasks, named by what differs', async ({ page, openSample }) => {
  await openSample()
  await allowEverything(page)
  await send(page, request)
  await expect(chat(page).locator('.chat-footer .chat-state').last()).toHaveText('completed')
  await toFirstMessage(page)
  await chat(page).getByRole('button', { name: 'More for this message' }).click()
  await page.getByRole('menuitem', { name: 'Save as a test task' }).click()
  await messageBox(page).fill('Find out why a test fails.')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()

  await page.getByRole('button', { name: 'Vary…' }).click()
  const strategies = panel(page).getByRole('group', { name: 'Strategy' })
  await strategies.getByText('Tool loop', { exact: true }).click()
  await strategies.getByText('Retry › Tool loop', { exact: true }).click()
  await expect(swept(page)).toHaveText(['Tool loop', 'Retry › Tool loop'])
  await alsoVary(page, 'Max retries', /^Retry$/)
  const retries = panel(page).getByRole('textbox', { name: 'Values of Max retries' })
  await retries.fill('1, two')
  await expect(panel(page).getByText('two is not a number.')).toBeVisible()
  await retries.fill('1, 99')
  await expect(panel(page).getByRole('list', { name: 'Combinations that can’t run' })).toContainText(
    'Retry › Tool loop · maxRetries 99: Option maxRetries of Retry must be at most 20.',
  )
  await retries.fill('1 to 5')
  await expect(swept(page)).toHaveCount(6)
  await expect(panel(page).getByRole('status')).toHaveText(
    '6 lanes of 10 combinations: 4 would do the same as another.',
  )
  await expectNoAxeViolations(page)
  await panel(page).getByRole('button', { name: 'Use only these 6 lanes' }).click()
  await expect(panel(page)).toBeHidden()

  await expect(lanes(page).getByRole('listitem')).toHaveCount(6)
  await expect(region(page, 'Lanes')).toContainText('2 strategies, 5 values of maxRetries of Retry.')
  await expect(region(page, 'Lanes')).toContainText('More than 4 lanes run as trials')
  await page.getByText('More settings').click()
  await page.getByRole('checkbox', { name: request }).check()
  await page.getByLabel('Trials at the same time').fill('2')
  await page.getByRole('combobox', { name: 'Trials end' }).click()
  await page.getByRole('option', { name: /^Race/ }).click()
  await page.getByLabel('At most for all trials, tokens').fill('5000000')
  await page.getByRole('combobox', { name: 'Budget of a trial' }).click()
  await page.getByRole('option', { name: /^Equal tokens/ }).click()
  await page.getByLabel('Tokens of each trial').fill('200000')
  await page.getByText('How these trials end, and their limits').click()
  await expect(page.getByText('how many are saved can’t be said before')).toBeVisible()
  await expect(page.getByText('12 runs: 6 lanes × 2 tasks, in separate copies.')).toBeVisible()
  await expect(page.getByText('Too few to show a difference in success.')).toBeVisible()
  await expectNoAxeViolations(page)
  await startRuns(page)

  await expect(page.getByText(/12 of 12 trials · done/)).toBeVisible({ timeout: 120_000 })
  const results = region(page, 'Results')
  await expect(results.getByRole('row', { name: /Retry › Tool loop · maxRetries 5/ }).first()).toBeVisible()

  // All that they were started with is set up again, and the sweep that made the lanes.
  await page.getByRole('button', { name: 'Set up again…' }).click()
  await expect(lanes(page).getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('textbox', { name: 'Message for all lanes' })).toHaveValue('Find out why a test fails.')
  await page.getByText('More settings').click()
  await expect(page.getByRole('checkbox', { name: request })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Approval' })).toContainText('Allow everything')
  await expect(page.getByLabel('Trials at the same time')).toHaveValue('2')
  await expect(page.getByRole('combobox', { name: 'Trials end' })).toContainText('Race')
  await expect(page.getByLabel('At most for all trials, tokens')).toHaveValue('5000000')
  await expect(page.getByRole('combobox', { name: 'Budget of a trial' })).toContainText('Equal tokens')
  await expect(page.getByLabel('Tokens of each trial')).toHaveValue('200000')
  await page.getByRole('button', { name: 'Vary…' }).click()
  await expect(panel(page).getByRole('textbox', { name: 'Values of Max retries' })).toHaveValue('1 to 5')
})

test('many lanes are listed in pages, and drawn at random by a seed', async ({ page, openSample }) => {
  await openSample()
  await messageBox(page).fill(request)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('button', { name: 'Vary…' }).click()
  await panel(page).getByRole('group', { name: 'Strategy' }).getByText('Tool loop', { exact: true }).click()
  await alsoVary(page, 'Max rounds', /^Tool loop$/)
  await panel(page).getByRole('textbox', { name: 'Values of Max rounds' }).fill('1 to 500')
  await expect(panel(page).getByRole('status')).toContainText('at most 200 can be compared')
  await expect(panel(page).getByRole('button', { name: /^Use only/ })).toBeDisabled()
  await panel(page).getByRole('radio', { name: 'Some at random' }).click()
  await panel(page).getByLabel('Lanes to draw').fill('24')
  await expect(swept(page)).toHaveCount(24)
  const first = await swept(page).first().textContent()
  await panel(page).getByLabel('Seed').fill('2')
  await expect(swept(page).first()).not.toHaveText(first ?? '')
  await panel(page).getByRole('button', { name: 'Add to the 2 lanes' }).click()
  await expect(lanes(page).getByRole('listitem')).toHaveCount(8)
  await page.getByRole('button', { name: 'Further lanes' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages of lanes' })).toContainText('I to P of 26 lanes')
  await page.getByRole('button', { name: 'Duplicate lane I' }).click()
  await page.getByRole('button', { name: 'Remove lane J' }).click()
  await page.getByRole('button', { name: 'Edit lane I' }).click()
  await expect(region(page, 'Lane I')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start 26 runs' })).toBeEnabled()
})

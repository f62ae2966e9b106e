import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { setRepeats, startRuns } from '../../kit/window/compare-steps.ts'
import { allowEverything, region, request, send } from '../../kit/window/first-minutes.ts'
import { chat, messageBox, toFirstMessage } from '../../kit/window/window-steps.ts'

test('a turn is kept as a task, tried again and again by two lanes, and what it comes to is said with how sure it is', async ({
  page,
  openSample,
}) => {
  await openSample()
  await allowEverything(page)
  await send(page, request)
  await expect(chat(page).locator('.chat-footer .chat-state').last()).toHaveText('completed')
  await toFirstMessage(page)
  await chat(page).getByRole('button', { name: 'More for this message' }).click()
  await page.getByRole('menuitem', { name: 'Save as a test task' }).click()
  await expect(page.getByText('Saved as a test task')).toBeVisible()

  await expect(messageBox(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await setRepeats(page, 2)
  await page.getByText('More settings').click()
  await page.getByRole('checkbox', { name: request }).check()
  await page.getByLabel('Trials at the same time').fill('2')
  await startRuns(page)
  await expect(page.getByText(/4 of 4 trials · done/)).toBeVisible({ timeout: 90_000 })
  const results = region(page, 'Results')
  await expect(results.getByRole('row', { name: /Plan, revise, execute/ }).first()).toContainText('100 %')
  await expect(region(page, 'Verdict')).toContainText('Not enough to tell')
  await expect(
    region(page, 'Verdict').getByRole('heading', { name: /succeeds in 2 of 2 trials, [AB] in 2\./ }),
  ).toBeVisible()
  await expect(results.getByRole('img', { name: 'Tokens: a mark for each of 4 trials' })).toBeVisible()
  await expectNoAxeViolations(page)
  await results.getByText('Details and statistical tests').click()
  await expect(results.getByRole('row', { name: /^Success/ })).toContainText('not enough')
  // A model that is free costs nothing a success, however few the trials.
  await expect(
    results
      .getByRole('row', { name: /Plan, revise, execute/ })
      .first()
      .getByRole('cell')
      .last(),
  ).toHaveText('$0')
  await page.getByRole('button', { name: 'All 4 trials' }).click()
  await expect(region(page, 'Trials').getByRole('listitem')).toHaveCount(4)
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Report' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /As a page/ }).click()
  const text = readFileSync((await (await download).path()) ?? '', 'utf8')
  expect(text).toContain('<!doctype html>')
  expect(text).toContain('Plan, revise, execute')

  await page.getByRole('button', { name: 'More repeats' }).click()
  await page.getByLabel('Repeats of every task').fill('1')
  await page.getByRole('button', { name: 'Start 2 more trials' }).click()
  await expect(page.getByText(/6 of 6 trials · done/)).toBeVisible({ timeout: 60_000 })

  await region(page, 'Trials').getByRole('button', { name: 'Open' }).first().click()
  await expect(chat(page).getByText('now exits with 0').first()).toBeVisible()
})

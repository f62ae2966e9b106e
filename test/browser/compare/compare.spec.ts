import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { folderHash } from '../../kit/project/folder-hash.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import {
  lane,
  laneRow,
  setCheck,
  setUpLanes,
  showChats,
  startLanes,
  untilChecked,
} from '../../kit/window/compare-steps.ts'
import { allowEverything, region, request, send } from '../../kit/window/first-minutes.ts'
import { chat, messageBox, toFirstMessage } from '../../kit/window/window-steps.ts'

const result = (page: Page) => region(page, 'Result')

test('lanes are set up alike but for the strategy, and what differs is said in words', async ({ page, openSample }) => {
  await openSample()
  await setUpLanes(page)
  await expect(page.getByText(/^Strategy: A Tool loop; B Plan, revise, execute\./)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add a lane' }).click()
  await lane(page, 'C').getByRole('combobox', { name: 'Strategy' }).click()
  await page.getByRole('option', { name: /^ReAct/ }).click()
  await expect(page.getByText(/C ReAct\./)).toBeVisible()
  await lane(page, 'C').getByRole('button', { name: 'Remove lane C' }).click()
  await expect(lane(page, 'C')).toHaveCount(0)
  await expect(region(page, 'How to judge')).toContainText('npm test must pass')
  await expect(region(page, 'How to judge')).toContainText('from package.json')
  await setCheck(page, 'npm run check')
  await page.getByRole('textbox', { name: 'Score pattern', exact: true }).fill('passed')
  await expect(page.getByText('Put exactly one group in parentheses')).toBeVisible()
  const start = page.getByRole('button', { name: 'Start 2 runs' })
  await expect(start).toBeDisabled()
  // What is wrong with a pattern that no check needs keeps nobody from starting.
  await page.getByRole('textbox', { name: 'Check command', exact: true }).fill('')
  await expect(start).toBeEnabled()
  await expect(region(page, 'How to judge')).toContainText('No check')
  // What repeats can show is said before they are paid for.
  await page.getByRole('radio', { name: /^5 / }).press('Space')
  await expect(region(page, 'Repeats')).toContainText('can’t show a difference in success')
  await page.getByRole('radio', { name: /^10 / }).press('Space')
  await expect(region(page, 'Repeats')).toContainText(
    '10 pairs of trials: likely to show a difference in success of 72 points (68 if',
  )
  await expect(page.getByRole('button', { name: 'Start 20 runs' })).toBeVisible()
  await page.getByRole('radio', { name: /^1 / }).press('Space')
  await page.getByRole('textbox', { name: 'Message for all lanes' }).fill('')
  await expect(start).toHaveAttribute('title', 'Write the message first.')
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await expect(messageBox(page)).toHaveValue(request)
})

test('two lanes work side by side in copies, are checked, and one is applied and taken back', async ({
  page,
  home,
  openSample,
}) => {
  await openSample()
  const project = path.join(home, 'sample-project')
  const before = folderHash(project)
  const cart = () => readFileSync(path.join(project, 'src', 'cart.js'), 'utf8')
  await setUpLanes(page)
  await allowEverything(page)
  await startLanes(page)
  await untilChecked(page)
  expect(folderHash(project)).toBe(before)
  await expect(result(page).getByRole('heading', { name: /^Both pass\./ })).toBeVisible()
  const steps = region(page, 'Steps side by side')
  await expect(steps.getByRole('button', { name: /^Same in both .*npm test: 1 of 10 tests fails/ })).toBeVisible()
  await expect(steps.getByText('First difference that matters')).toHaveCount(1)
  await expect(region(page, 'Results, A and B')).toContainText('produced the same files')
  await expectNoAxeViolations(page)
  await showChats(page)
  for (const label of ['A', 'B']) await expect(lane(page, label).getByText('now exits with 0').first()).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Differences' }).click()
  await page.getByRole('menuitem', { name: 'Changes in lane A' }).click()
  await expect(page.getByRole('dialog').getByText('before >= discountFrom').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await region(page, 'Timeline of Lane B')
    .getByRole('button', { name: /^tool edit_file/ })
    .first()
    .press('Enter')
  await expect(region(page, 'Inspector').getByText('edit_file').first()).toBeVisible()

  await page.getByRole('button', { name: 'Apply A’s result' }).click()
  await expect(page.getByText('Applied lane A: 1 file')).toBeVisible()
  // What is told covers no button of the bar.
  await page.getByRole('button', { name: 'More for a lane' }).click({ trial: true })
  expect(cart()).toContain('before >= discountFrom')
  await expect(result(page)).toContainText('Lane A is in the project: 1 file')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => folderHash(project)).toBe(before)
  await expect(result(page).getByText('is in the project')).toHaveCount(0)
  // What was told is soon gone; the bar stays.
  await page.getByRole('button', { name: 'Apply A’s result' }).click()
  await result(page).getByRole('button', { name: 'Undo applying lane A' }).click()
  await expect.poll(() => folderHash(project)).toBe(before)
  await expect(result(page).getByRole('button', { name: 'Undo applying lane A' })).toHaveCount(0)
})

test('a verdict is given blind, and the conversation goes on from the chosen lane with the others beside it', async ({
  page,
  openSample,
}) => {
  await openSample()
  await setUpLanes(page)
  await allowEverything(page)
  await startLanes(page)
  await untilChecked(page)
  await page.getByRole('button', { name: 'Judge', exact: true }).click()
  await page.getByRole('button', { name: 'Judge blind…' }).click()
  await expect(region(page, 'Result 1').getByText('src/cart.js').first()).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Plan, revise, execute')).toHaveCount(0)
  await page.getByRole('button', { name: 'Result 2 is better' }).click()
  await expect(result(page).getByText(/^You, blind: lane [AB] is better/)).toBeVisible()
  const fromB = page.getByRole('button', { name: 'Continue from B' })
  // What was judged better is what the button names; every lane is in the menu.
  if ((await fromB.count()) === 0) {
    await page.getByRole('button', { name: 'More for a lane' }).click()
    await page.getByRole('menuitem', { name: 'Continue from B' }).click()
  } else await fromB.click()
  await expect(
    chat(page)
      .locator('.chat-footer')
      .getByText(/Plan, revise, execute/),
  ).toBeVisible()
  await toFirstMessage(page)
  await expect(chat(page).getByText('2/2').or(chat(page).getByText('1/2'))).toBeVisible()
})

test('one lane is stopped and the other goes on', async ({ page, openSample }) => {
  await openSample()
  await setUpLanes(page)
  // Lanes that ask first wait for their user, each for itself.
  await startLanes(page)
  const question = (label: string) => lane(page, label).getByRole('dialog', { name: 'Approve tool call' })
  await expect(question('A').first()).toBeVisible()
  await lane(page, 'B').getByRole('button', { name: 'Stop lane B' }).click()
  await expect(lane(page, 'B').getByText('stopped').first()).toBeVisible()
  // Escape closes what floats; the run of a lane is not stopped by it, though the conversation behind shows it.
  await page.getByRole('heading', { name: 'Comparison' }).click()
  await page.keyboard.press('Escape')
  await question('A').first().getByRole('button', { name: 'Allow once' }).click()
  await expect(lane(page, 'A').getByText('exit code 1').first()).toBeVisible()
  const ended = laneRow(page, 'A').getByText(/tests pass/)
  for (;;) {
    await expect(question('A').first().or(ended)).toBeVisible({ timeout: 60_000 })
    if (await ended.isVisible()) break
    const shown = await question('A').first().elementHandle()
    await question('A').first().getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => shown?.evaluate((each) => each.isConnected)).toBe(false)
  }
  await expect(laneRow(page, 'B')).toContainText('was stopped')
  await expect(result(page).getByRole('heading', { name: 'Only A passes. B was stopped.' })).toBeVisible()
  await expect(laneRow(page, 'B').locator('[data-best]')).toHaveCount(0)
  // Answering a question selects nothing, which would take room from the lanes.
  await expect(page.getByRole('complementary', { name: 'Selected' })).toHaveCount(0)
})

test('an earlier turn is compared with the files as they were before it', async ({ page, openSample }) => {
  await openSample()
  await allowEverything(page)
  await send(page, request)
  await expect(chat(page).locator('.chat-footer .chat-state').last()).toHaveText('completed')
  await toFirstMessage(page)
  await chat(page).getByRole('button', { name: 'More for this message' }).click()
  await page.getByRole('menuitem', { name: 'Compare strategies…' }).click()
  await startLanes(page)
  await untilChecked(page)
  // The fault was there again, for both of them to find.
  await showChats(page)
  for (const label of ['A', 'B'])
    await expect(lane(page, label).getByText('before >= discountFrom').first()).toBeVisible()
})

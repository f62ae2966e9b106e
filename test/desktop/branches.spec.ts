import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { branches, branchRow, forkDialog, messageAt, showBranches, toast } from '../kit/window/branch-steps.ts'
import { test } from '../kit/window/desktop-test.ts'
import { allowEverything, openSampleProject, request, send } from '../kit/window/first-minutes.ts'
import { ending, timeline, toFirstMessage } from '../kit/window/window-steps.ts'

const repaired = 'before >= discountFrom'

async function ended(page: Page): Promise<void> {
  await expect(ending(page)).toHaveText('completed', { timeout: 60_000 })
}

test('a message is edited and asked again, and a run is branched from a step with its files brought back', async ({
  home,
  open,
}) => {
  const { page } = await open()
  await openSampleProject(page)
  const cart = () => readFileSync(path.join(realpathSync(home), 'sample-project', 'src', 'cart.js'), 'utf8')
  await allowEverything(page)
  await send(page, request)
  await ended(page)
  expect(cart()).toContain(repaired)

  // From the step that edited: done anew, on the files as they were before it.
  await timeline(page)
    .getByRole('button', { name: /^tool edit_file/ })
    .first()
    .press('Enter')
  await page.keyboard.press('Control+Shift+G')
  await forkDialog(page)
    .getByRole('radio', { name: /^Restore the files/ })
    .check()
  await expect(forkDialog(page).getByText(/Restores 1 file/)).toBeVisible()
  await forkDialog(page).getByRole('button', { name: 'Branch from here' }).click()
  await expect(toast(page, 'Restored 1 file')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Branches' })).toContainText('2/2')
  await ended(page)
  await toFirstMessage(page)
  await expect(messageAt(page, 0)).toContainText('Continues from tool edit_file')
  expect(cart()).toContain(repaired)

  // The message is far above; its key brings it into sight.
  await page.keyboard.press('Control+Shift+E')
  await page.getByRole('textbox', { name: 'Edited text', exact: true }).fill('What does this project do?')
  await page.keyboard.press('Enter')
  await expect(messageAt(page, 0)).toContainText('What does this project do?')
  await ended(page)
  await expect(page.getByRole('group', { name: 'Branches' })).toContainText('3/3')
  await showBranches(page)
  await expect(branches(page).getByRole('treeitem')).toHaveCount(3)
  await branchRow(page, 'branched from a step').click()
  await expect(messageAt(page, 0)).toContainText('Continues from tool edit_file')
})

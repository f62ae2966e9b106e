import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { allowEverything, region, request, send } from '../../kit/window/first-minutes.ts'
import { approval, chat, messageBox, stopButton, untilEnded } from '../../kit/window/window-steps.ts'

test('comments on changed lines are written by keyboard, outlive a reload, and become the next message, which is undone', async ({
  page,
  openSample,
}) => {
  await openSample()
  await allowEverything(page)
  await send(page, request)
  await untilEnded(page)
  await page.getByRole('tab', { name: /Changes/ }).click()
  const changes = region(page, 'Changes')
  await changes.locator('.diff-scroll').focus()
  for (let line = 0; line < 4; line++) await page.keyboard.press('ArrowDown')
  await expect(changes.getByRole('button', { name: /^Comment on removed line 19/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Why was this wrong?')
  await page.reload()
  const comment = changes.getByRole('group', { name: 'Comment on line 19' })
  await expect(comment).toContainText('Why was this wrong?')

  await changes.getByRole('button', { name: 'Review in the whole window' }).click()
  const review = page.getByRole('dialog', { name: 'Review of the changes' })
  await review.getByRole('button', { name: /^Comment on added line 19/ }).click()
  await page.keyboard.type('Name it.')
  // The first Escape ends writing, and leaves the page open.
  await page.keyboard.press('Escape')
  await expect(review.getByRole('group', { name: 'Comment on line 19' })).toHaveCount(2)
  await expectNoAxeViolations(page)
  await review.getByRole('radio', { name: 'Unified' }).click()
  await review.getByRole('group', { name: 'Comments' }).getByRole('button', { name: 'Put into the message' }).click()
  await expect(review).toBeHidden()
  await expect(messageBox(page)).toBeFocused()
  await expect(messageBox(page)).toHaveValue(
    /2 comments[\s\S]*`src\/cart\.js:19`[\s\S]*> .*discountFrom[\s\S]*Name it\./,
  )
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(messageBox(page)).toHaveValue('')
  await expect(comment).toHaveCount(2)
})

test('changes are listed while the run still works', async ({ page, openScripted }) => {
  const write = { tool: 'write_file', arguments: { path: 'src/early.txt', content: 'early\n' } }
  const never = new Promise<void>(() => {})
  await openScripted((_request, turn) =>
    turn === 0 ? { kind: 'answer', calls: [write] } : { kind: 'answer', text: 'And on.', until: never },
  )
  await page.getByRole('tab', { name: /Changes/ }).click()
  await send(page, 'Write early')
  await expect(region(page, 'Changes').getByText('Changes appear here as the run makes them.')).toBeVisible()
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(chat(page).getByText('And on.')).toBeVisible()
  await expect(region(page, 'Changes').getByText('src/early.txt').first()).toBeVisible()
  await expect(stopButton(page)).toBeVisible()
})

import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { allowAll, chooseStrategy, region, request, send } from '../../kit/window/first-minutes.ts'

test.use({ folded: true })

test('a run that is over shows a line a phase and its answer as a card; what is folded is found, and what to try next is offered', async ({
  page,
  openSample,
}) => {
  await openSample()
  await chooseStrategy(page, /Plan, revise, execute/)
  await send(page, request)
  await allowAll(page)
  const chat = region(page, 'Conversation')
  const answer = chat.getByRole('group', { name: 'Answer', exact: true })
  await expect(answer.getByText('now exits with 0')).toBeVisible()
  await expect(answer.getByRole('button', { name: /src\/cart\.js/ })).toBeVisible()
  const phases = chat.getByRole('article', { name: 'Phase' })
  await expect(phases.first()).toBeVisible()
  await expect(chat.getByRole('article', { name: 'Tool call', exact: true })).toHaveCount(0)

  // A span that is selected elsewhere opens what hides it.
  const edit = region(page, 'Timeline').getByRole('button', { name: /^tool edit_file/ })
  await edit.first().press('Enter')
  const edited = chat.getByRole('article', { name: 'Tool call', exact: true }).filter({ hasText: 'edit_file' })
  await expect(edited.first()).toBeInViewport()

  // All steps, and back.
  await chat.press('End')
  await answer.getByRole('button', { name: 'Show all steps' }).click()
  await expect(answer).toHaveCount(0)
  await chat.getByRole('button', { name: 'Fold the steps' }).click()
  await expect(answer).toBeVisible()
  await expect(page.getByRole('group', { name: 'What to try next' }).getByRole('button')).toHaveCount(3)

  await answer.getByRole('button', { name: 'Review' }).click()
  const changes = region(page, 'Changes')
  await expect(changes.getByRole('button', { name: `Changes of Turn 1 · ${request}` })).toBeVisible()
  await changes.getByRole('button', { name: 'Revert src/cart.js' }).click()
  await page.getByRole('menuitem', { name: 'Revert file' }).click()
  await expect(page.getByText('Reverted 1 file')).toBeVisible()
})

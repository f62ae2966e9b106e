import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { chooseStrategy, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer, WindowModelRequest } from '../../kit/window/window-model.ts'
import { chat, ending, openWithModel } from '../../kit/window/window-steps.ts'

const lastText = ({ messages }: WindowModelRequest): string => String(messages.at(-1)?.content)
const submits = (approved: boolean, issues: readonly string[]): WindowAnswer => ({
  kind: 'answer',
  calls: [{ tool: 'submit_verdict', arguments: { approved, issues } }],
})

/** Approves the second answer only. */
function answer(request: WindowModelRequest): WindowAnswer {
  const text = lastText(request)
  if (text.includes('Judge it with submit_verdict'))
    return text.includes('with a test')
      ? submits(true, [])
      : submits(false, ['There is no test that shows it.', '`total` is still off by a **cent** for 3 items.'])
  return { kind: 'answer', text: text.includes('A reviewer') ? 'Mended, with a test.' : 'Mended.' }
}

test('what a critic says is a card: not approved with its issues, then approved', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const model = await openModel({ answer })
  const { url } = await start('--project', project)
  await openWithModel(page, url, { name: 'Critical', url: model.url })
  await chooseStrategy(page, /^Reflection/)
  await send(page, 'Mend the total.')
  await expect(ending(page)).toHaveText(/completed/)
  const cards = chat(page).locator('.chat-verdict')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('not approved')
  await expect(cards.first().getByRole('list', { name: 'Issues' }).getByRole('listitem')).toHaveText([
    'There is no test that shows it.',
    'total is still off by a cent for 3 items.',
  ])
  await expect(cards.last().getByText('approved', { exact: true })).toBeVisible()
  await expect(cards.last().getByRole('list')).toHaveCount(0)
  // No note beside it says it again.
  await expect(chat(page).getByText('approved false')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const { violations } = await new AxeBuilder({ page }).include('.chat-verdict').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/verdict-${colorScheme}.png` })
  }
})

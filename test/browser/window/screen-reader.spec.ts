import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { region, request } from '../../kit/window/first-minutes.ts'
import { approval, messageBox } from '../../kit/window/window-steps.ts'

test.use({ folded: true })

// The walk of docs/screen-reader.md: by role and name, with the keyboard alone.
test('a run is told by roles, names and announcements, from the welcome to the timeline', async ({ page, start }) => {
  const app = await start()
  await page.goto(app.url)
  await expect(page.getByRole('heading', { level: 1, name: 'Stratagem' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try the sample project' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(messageBox(page)).toBeVisible()
  for (const name of ['Conversations', 'Conversation', 'Inspector', 'Timeline'])
    await expect(region(page, name)).toBeVisible()
  await page.keyboard.press('Control+l')
  await page.keyboard.type(request)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: request })).toBeVisible()

  const chat = region(page, 'Conversation')
  const announced = chat.getByRole('status').last()
  const feed = chat.getByRole('feed', { name: 'Messages' })
  await expect(feed.getByRole('article', { name: 'Your message' })).toHaveAttribute('aria-posinset', '1')
  await expect(announced).toHaveText(/^Approval needed/)
  const ended = page.getByRole('button', { name: 'Send', exact: true })
  const visited = new Set<string>()
  await expect(async () => {
    if (await ended.isVisible()) return
    if ((await approval(page).and(page.locator(':focus')).count()) === 0) await page.keyboard.press('F6')
    await expect(approval(page)).toBeFocused({ timeout: 500 })
    visited.add((await approval(page).getByRole('button').allTextContents()).join(' '))
    await page.keyboard.press('y')
    await expect(ended).toBeVisible({ timeout: 1500 })
  }).toPass()
  expect([...visited].join(' ')).toMatch(/Allow once.*Always allow.*Deny/)
  await expect(announced).toHaveText(/ended/)

  const end = feed.getByRole('article', { name: 'End of the run' })
  await expect(end.getByRole('group', { name: 'Answer' })).toContainText('completed')
  const spans = region(page, 'Timeline').getByRole('list', { name: 'Spans' }).getByRole('button')
  await expect(spans.first()).toHaveAccessibleName(/\d (ms|s)/)
  await spans.first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press(']')
  await expect(region(page, 'Inspector').getByRole('heading').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
})

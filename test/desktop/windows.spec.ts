import { expect } from '@playwright/test'
import { test } from '../kit/window/desktop-test.ts'
import { allowAll, chooseStrategy, openSampleProject, region, request, send } from '../kit/window/first-minutes.ts'
import { approval, chat, ending, messageBox } from '../kit/window/window-steps.ts'

test('two windows show one run, the icon counts what waits, and both come back where they were', async ({ open }) => {
  const first = await open()
  await first.app.evaluate(({ app }) => {
    app.setBadgeCount = (count) => {
      process.env['BADGE'] = `${count}`
      return true
    }
  })
  const badge = () => first.app.evaluate(() => process.env['BADGE'] ?? 'never set')
  await openSampleProject(first.page)
  await chooseStrategy(first.page, /Tool loop/)
  await send(first.page, request)
  await expect(approval(first.page)).toBeVisible()
  await expect.poll(badge).toBe('1')

  const opened = first.app.waitForEvent('window')
  await first.app.evaluate(({ Menu }) => {
    const entries = Menu.getApplicationMenu()?.items.flatMap((each) => each.submenu?.items ?? []) ?? []
    entries.find((each) => each.label === 'New Window')?.click()
  })
  const other = await opened
  // It opens at a new conversation of the same project.
  await expect(messageBox(other)).toBeVisible()
  await expect(chat(other).getByRole('article')).toHaveCount(0)
  await region(other, 'Conversations').getByText(request).click()
  await expect(approval(other)).toBeVisible()
  await allowAll(other)
  await expect(ending(other)).toHaveText('completed')
  await expect(ending(first.page)).toHaveText('completed')
  await expect.poll(badge).toBe('0')

  await other.getByRole('button', { name: 'New conversation' }).first().click()
  await expect(chat(other).getByRole('article')).toHaveCount(0)
  await messageBox(other).fill('Written in the other window')
  await first.quit()

  const again = await open()
  await expect.poll(() => again.app.windows().length).toBe(2)
  const conversations = await Promise.all(
    again.app.windows().map(async (page) => {
      await expect(messageBox(page)).toBeVisible()
      return await messageBox(page).inputValue()
    }),
  )
  expect(conversations.sort()).toEqual(['', 'Written in the other window'])
})

import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { region, request } from '../../kit/window/first-minutes.ts'
import { approval, messageBox, untilEnded } from '../../kit/window/window-steps.ts'

/** Answers one question after the other with F6 and Y until the run has ended. */
async function allowByKeys(page: Page): Promise<void> {
  const ended = page.getByRole('button', { name: 'Send', exact: true })
  for (;;) {
    await expect(approval(page).or(ended)).toBeVisible()
    if ((await approval(page).count()) === 0) return
    const question = await approval(page).textContent()
    // A key that comes just as the question appears was meant for something else, and is not taken.
    await expect(async () => {
      if ((await approval(page).count()) === 0 || (await approval(page).textContent()) !== question) return
      if ((await approval(page).and(page.locator(':focus')).count()) === 0) await page.keyboard.press('F6')
      await expect(approval(page)).toBeFocused({ timeout: 500 })
      await page.keyboard.press('y')
      await expect(approval(page)).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  }
}

test('from the welcome to a finished run without a mouse', async ({ page, start }) => {
  const app = await start()
  await page.goto(app.url)
  // Until there is a model, the sample is the first choice.
  await expect(page.getByRole('button', { name: 'Try the sample project' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+l')
  await expect(messageBox(page)).toBeFocused()
  await page.keyboard.type(request)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Strategy', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Plan, rev')
  await expect(page.getByRole('option', { name: /Plan, revise, execute/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Strategy', exact: true })).toContainText('Plan, revise')
  await page.keyboard.press('Control+l')
  await page.keyboard.press('Enter')
  await expect(approval(page)).toBeVisible()
  await allowByKeys(page)
  await untilEnded(page)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to the timeline')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Timeline').and(page.locator(':focus-within'))).toBeVisible()
  await page.keyboard.press(']')
  await expect(region(page, 'Inspector').getByRole('button', { name: 'Show in chat' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('heading', { name: 'New conversation' })).toBeVisible()
  await expect(messageBox(page)).toBeFocused()
})

import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { lane, setUpLanes } from '../../kit/window/compare-steps.ts'
import { messageBox } from '../../kit/window/window-steps.ts'

test('a key pressed while a list still fades is taken, and a comparison gives way to what is gone to', async ({
  page,
  openSample,
}) => {
  await openSample()
  await setUpLanes(page)
  // What has been closed stays in sight long enough for a key to come.
  await page.addStyleTag({
    content: '[data-ending-style] { opacity: 0.5 !important; transition: opacity 20s !important }',
  })
  await lane(page, 'A').getByRole('combobox', { name: 'Strategy' }).click()
  const list = page.getByRole('listbox', { name: 'Strategy' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-closed]').filter({ has: list }).last()).toBeVisible()
  // Escape alone leaves no comparison; this key does.
  await expect(lane(page, 'A')).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(lane(page, 'A')).toHaveCount(0)
  await expect(messageBox(page)).toBeVisible()

  await setUpLanes(page)
  await page.keyboard.press('Alt+n')
  await expect(messageBox(page)).toBeFocused()
  await expect(lane(page, 'A')).toHaveCount(0)
})

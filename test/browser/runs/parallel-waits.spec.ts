import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { untilEnded } from '../../kit/window/window-steps.ts'

/** `1.2 s`, `340 ms` and `1 min 2 s` in ms. */
function inMs(text: string): number {
  const units = { ms: 1, s: 1000, min: 60_000 } as const
  let sum = 0
  for (const [, amount = '', unit] of text.matchAll(/([\d.,]+)\s*(ms|min|s)\b/g))
    if (unit === 'ms' || unit === 's' || unit === 'min') sum += Number(amount.replace(',', '')) * units[unit]
  return sum
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })

test('edits that queue for their questions wait: no row, group, headline or share says that they worked', async ({
  page,
  openScripted,
}) => {
  const edit = (name: string) => ({ tool: 'write_file', arguments: { path: `${name}.txt`, content: `${name}\n` } })
  await openScripted((_request, turn) =>
    turn === 0
      ? { kind: 'answer', text: 'Three files.', calls: [edit('a'), edit('b'), edit('c')] }
      : { kind: 'answer', text: 'Written.', calls: [] },
  )
  await send(page, 'Write three files')
  const allow = page.getByRole('button', { name: 'Allow 3' })
  await expect(allow).toBeVisible()
  const told = timeline(page)
    .getByText(/waiting$/)
    .first()
  await expect.poll(async () => inMs(((await told.textContent()) ?? '').split('·')[1] ?? '')).toBeGreaterThan(3000)
  await allow.click()
  await untilEnded(page)
  const headline = (await timeline(page).locator('.figure', { hasText: 'waiting' }).first().textContent()) ?? ''
  const [worked = '', waited = ''] = headline.split('·')
  expect(inMs(waited)).toBeGreaterThan(2900)
  const bars = timeline(page).getByRole('button', { name: /^tool write_file/ })
  await expect(bars).toHaveCount(3)
  for (const bar of await bars.all()) {
    const name = (await bar.getAttribute('aria-label')) ?? ''
    expect(inMs(name.replace(/^tool write_file \w\.txt/, ''))).toBeLessThanOrEqual(inMs(worked) + 100)
  }
  await timeline(page).getByRole('radio', { name: 'Summary' }).click()
  const shares = await timeline(page).getByRole('cell', { name: /%$/ }).allTextContents()
  for (const share of shares) expect(Number.parseFloat(share)).toBeLessThanOrEqual(100)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: test.info().outputPath(`summary-${colorScheme}.png`) })
  }
  await timeline(page).getByRole('radio', { name: 'Spans' }).click()
  await page.screenshot({ path: test.info().outputPath('spans-dark.png') })
})

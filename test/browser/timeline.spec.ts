import { expect, type Page, test } from '@playwright/test'
import { openConversation, openInvoices } from '../kit/scenes.ts'
import { type ServedRenderer, serveRenderer } from '../kit/serve-renderer.ts'

/** The timeline and the inspector in the window, with the made-up host. */
let served: ServedRenderer
test.beforeAll(async () => {
  served = await serveRenderer()
})
test.afterAll(async () => {
  await served.close()
})
test.beforeEach(async ({ page }) => {
  await page.goto(served.url)
  await openInvoices(page)
  await openConversation(page, 'Move the tax table to data')
})

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })
const spans = (page: Page) => timeline(page).getByRole('list', { name: 'Spans' })
const picture = (page: Page) => timeline(page).getByRole('application')

test('a click on a span shows it in the inspector and in the chat', async ({ page }) => {
  await spans(page)
    .getByRole('button', { name: /^tool edit_file src\/total\.js/ })
    .click()
  await expect(inspector(page).getByRole('heading', { name: 'edit_file src/total.js' })).toBeVisible()
  await expect(inspector(page)).toContainText('allowed once by you')
  await expect(inspector(page).getByRole('region', { name: 'Result for the model' })).toBeVisible()
  await inspector(page).getByRole('button', { name: 'model call 5, engineer' }).click()
  await expect(inspector(page).getByRole('heading', { name: 'engineer' })).toBeVisible()
})

test('keys and wheel come nearer, Fit and a double click show all again', async ({ page }) => {
  const fit = timeline(page).getByRole('button', { name: 'Fit' })
  const plan = spans(page).getByRole('button', { name: /^phase Plan/ })
  await expect(fit).toHaveAttribute('aria-pressed', 'true')
  const before = (await plan.boundingBox())?.width ?? 0
  await picture(page).hover({ position: { x: 120, y: 60 } })
  await page.mouse.wheel(0, -240)
  await expect.poll(async () => (await plan.boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.2)
  await expect(fit).toHaveAttribute('aria-pressed', 'false')
  await picture(page).dblclick({ position: { x: 700, y: 180 } })
  await expect(fit).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await plan.boundingBox())?.width ?? 0).toBeCloseTo(before, 0)
})

test('finding goes from one span to the next', async ({ page }) => {
  await picture(page).focus()
  await page.keyboard.press('/')
  const find = timeline(page).getByRole('textbox', { name: 'Find in the timeline' })
  await find.fill('edit_file')
  await expect(timeline(page)).toContainText('2 found')
  await find.press('Enter')
  await expect(inspector(page).getByRole('heading', { name: 'edit_file src/totals.js' })).toBeVisible()
  await find.press('Enter')
  await expect(inspector(page).getByRole('heading', { name: 'edit_file src/total.js' })).toBeVisible()
  await expect(timeline(page)).toContainText('2 of 2')
})

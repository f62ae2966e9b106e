import { expect, type Page, test } from '@playwright/test'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { type ServedRenderer, serveBuiltRenderer } from '../../kit/window/serve-renderer.ts'

/** The matrix of trials in the window alone, with invented batches. */
let served: ServedRenderer
test.beforeAll(async () => {
  served = await serveBuiltRenderer()
})
test.afterAll(async () => {
  await served.close()
})

const matrix = (page: Page) => page.getByRole('table', { name: /^Trials by lane and task/ })
const open = async (page: Page, batch: string) => {
  await page.goto(`${served.url}#/p/invoice/trials/${batch}`)
  await matrix(page).waitFor()
}

test('six lanes × twelve tasks: the best first, a cell opens with its trials', async ({ page }) => {
  await open(page, 'batch-six')
  await expect(matrix(page).getByRole('rowheader').first()).toContainText('ahead, may be chance')
  await expect(matrix(page).getByRole('rowheader', { name: /ReAct/ })).toContainText('out of the race after 24 trials')
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('36 saved')
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('of $15.00')
  await matrix(page)
    .getByRole('button', { name: /^E Reflection, Leap-year due date: \d of 4 passed, 1 waiting$/ })
    .click()
  const panel = page.getByRole('region', { name: 'Reflection on Leap-year due date' })
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await expect(panel.getByRole('button', { name: /^Timeline/ })).toHaveCount(4)
  await expect(panel.getByRole('button', { name: /^Compare with [A-F]$/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
})

test('failed trials are grouped by where they end, and a group outlines its trials', async ({ page }) => {
  await open(page, 'batch-six')
  const failures = page.getByRole('region', { name: 'Where trials fail' })
  await expect(failures.getByRole('heading')).toHaveText(/^Where \d+ trials failed$/)
  const first = failures.getByRole('button').first()
  const count = Number(await first.locator('b').textContent())
  await first.click()
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(matrix(page).locator('[data-outlined]')).toHaveCount(count)
  await expectNoAxeViolations(page)
  await first.click()
  await expect(matrix(page).locator('[data-outlined]')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'How lanes work, per trial' }).getByRole('row')).toHaveCount(7)
})

test('the arrow keys move between cells, and Enter opens one', async ({ page }) => {
  await open(page, 'batch-six')
  const cells = matrix(page).getByRole('button')
  await cells.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(matrix(page).locator('[data-cell="1 1"]')).toBeFocused()
  await page.keyboard.press('End')
  await expect(matrix(page).locator('[data-cell="1 11"]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(matrix(page).locator('[data-cell="1 11"]')).toHaveAttribute('aria-pressed', 'true')
})

test('lanes can be ordered by time, and all pairs and the Pareto plot take the place of the matrix', async ({
  page,
}) => {
  await open(page, 'batch-six')
  await page.getByRole('radio', { name: 'Time' }).click()
  await expect(matrix(page).getByRole('columnheader', { name: 'Lane, fastest first' })).toBeVisible()
  await page.getByRole('radio', { name: 'All pairs' }).click()
  await expect(page.getByRole('table', { name: 'All pairs of lanes by success' }).getByRole('row')).toHaveCount(16)
  await page.getByRole('radio', { name: 'Pareto' }).click()
  await expect(
    page.getByRole('region', { name: 'Trials by lane and task' }).getByRole('figure', { name: /^Success against/ }),
  ).toBeVisible()
})

test('the lanes across tasks are a table with intervals, and say how much tasks differ', async ({ page }) => {
  await open(page, 'batch-six')
  await page.getByRole('radio', { name: 'Across tasks' }).click()
  const table = page.getByRole('table', { name: 'Success at tasks like these' })
  await expect(table.getByRole('row')).toHaveCount(7)
  await expect(table.getByRole('row').nth(2)).toContainText(/\d+ points \(.+ to .+\)× \d/)
  await expect(page.getByRole('region', { name: 'Across tasks' })).toContainText('standard deviation')
  await expectNoAxeViolations(page)
})

test('of 50 lanes × 500 tasks only what is in view is drawn, and the last cell can be reached', async ({ page }) => {
  await open(page, 'batch-large')
  const cells = matrix(page).getByRole('button')
  expect(await cells.count()).toBeLessThan(1200)
  await cells.first().focus()
  for (let down = 0; down < 7; down++) await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await expect(matrix(page).locator('[data-cell="49 499"]')).toBeFocused()
  await expect(matrix(page).locator('[data-cell="49 499"]')).toBeInViewport()
  expect(await cells.count()).toBeLessThan(1200)
  await expect(matrix(page)).toHaveAttribute('aria-rowcount', '52')
})

test('from a cell to the run of a trial and back, the page of trials is where it was', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 720 })
  await open(page, 'batch-six')
  await page.getByRole('radio', { name: 'Time' }).click()
  const failures = page.getByRole('region', { name: 'Where trials fail' })
  await failures.getByRole('button').nth(1).click()
  const cell = matrix(page).getByRole('button', { name: /^A Tool loop, Reserved stock/ })
  await cell.click()
  const panel = page.getByRole('region', { name: 'Tool loop on Reserved stock' })
  const timeline = panel.getByRole('button', { name: 'Timeline of repeat 1', exact: true })
  const places = () =>
    matrix(page).evaluate((table) => {
      const box = table.parentElement
      return [box?.scrollLeft ?? 0, box?.closest('section')?.parentElement?.scrollTop ?? 0]
    })
  // A click scrolls to what is clicked, as this does.
  await timeline.hover()
  const before = await places()
  expect(Math.min(...before)).toBeGreaterThan(0)
  for (const back of ['button', 'history'] as const) {
    await timeline.click()
    await expect(page).toHaveURL(/\/c\/tax\//)
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
    if (back === 'button') await page.getByRole('button', { name: 'Back to the trials' }).click()
    else await page.goBack()
    await expect(panel).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Time' })).toBeChecked()
    await expect(failures.getByRole('button').nth(1)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(places).toEqual(before)
  }
})

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openConversation, openInvoices } from '../../kit/fake-host/scenes.ts'
import { type ServedRenderer, serveBuiltRenderer } from '../../kit/window/serve-renderer.ts'

/** The timeline and the inspector in the window, with the made-up host. */
let served: ServedRenderer
test.beforeAll(async () => {
  served = await serveBuiltRenderer()
})
test.afterAll(async () => {
  await served.close()
})

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })
const spans = (page: Page) => timeline(page).getByRole('list', { name: 'Spans' })
const picture = (page: Page) => timeline(page).getByRole('application')

// One walk through the window, loaded once.
test('the timeline by pointer and by keyboard', async ({ page }) => {
  test.slow()
  await page.goto(served.url)
  await openInvoices(page)
  await openConversation(page, 'Move the tax table to data')

  await test.step('brackets go from span to span, Escape back to the run', async () => {
    await picture(page).focus()
    await page.keyboard.press(']')
    await expect(inspector(page).getByRole('heading', { name: 'Plan' })).toBeVisible()
    await page.keyboard.press(']')
    await expect(inspector(page).getByRole('heading', { name: 'planner' })).toBeVisible()
    await page.keyboard.press('[')
    await expect(inspector(page).getByRole('heading', { name: 'Plan' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(inspector(page).getByRole('heading', { name: 'Plan, revise, execute', exact: true })).toBeVisible()
    await inspector(page).getByText('Details', { exact: false }).first().click()
    await expect(inspector(page).getByText('plan-revise-execute@1', { exact: true })).toBeVisible()
    await expect(inspector(page).getByText('conversation@1', { exact: true })).toBeVisible()
  })

  await test.step('a click on a span shows it in the inspector and in the chat', async () => {
    await spans(page)
      .getByRole('button', { name: /^tool edit_file src\/total\.js/ })
      .click()
    await expect(inspector(page).getByRole('heading', { name: 'edit_file src/total.js' })).toBeVisible()
    await expect(inspector(page)).toContainText('allowed once by you')
    await expect(inspector(page).getByRole('region', { name: 'Result for the model' })).toBeVisible()
    await inspector(page).getByRole('button', { name: 'model call 5, engineer' }).click()
    await expect(inspector(page).getByRole('heading', { name: 'engineer' })).toBeVisible()
  })

  await test.step('a bar that moves while the button of the mouse is held is selected', async () => {
    const [first, other] = [/^model call 5, engineer|^model call engineer/, /^tool edit_file src\/total\.js/]
    await spans(page).getByRole('button', { name: first }).first().click()
    const bar = spans(page).getByRole('button', { name: other })
    const box = await bar.boundingBox()
    if (box === null) throw new Error('The bar has no place.')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.wheel(0, -240)
    await page.mouse.wheel(300, 0)
    await expect.poll(async () => (await bar.boundingBox())?.x).not.toBe(box.x)
    await page.mouse.up()
    await expect(bar).toHaveAttribute('aria-pressed', 'true')
    await timeline(page).getByRole('button', { name: 'Fit' }).click()
  })

  await test.step('keys and wheel come nearer, Fit and a double click show all again', async () => {
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

  await test.step('a stretch marked with shift is summed', async () => {
    const box = await timeline(page).locator('canvas').boundingBox()
    if (box === null) throw new Error('there is no canvas')
    await page.keyboard.down('Shift')
    await page.mouse.move(box.x + 1, box.y + 150)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, box.y + 150, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(timeline(page)).toContainText(/in 7 calls .* in 7 calls .* tokens/)
    await timeline(page).getByRole('button', { name: 'Clear the selected range' }).click()
    await expect(timeline(page).getByRole('list', { name: 'Legend' })).toBeVisible()
  })

  await test.step('if there is no room for the legend it is behind a button', async () => {
    await page.setViewportSize({ width: 1100, height: 900 })
    await timeline(page).getByRole('button', { name: 'Legend' }).click()
    const edits = page.getByRole('dialog').getByRole('button', { name: 'edits', exact: true })
    await edits.click()
    await expect(edits).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(timeline(page).getByRole('button', { name: 'Legend' })).toHaveAttribute('aria-pressed', 'true')
    await page.setViewportSize({ width: 1440, height: 900 })
    await timeline(page).getByRole('button', { name: 'edits', exact: true }).click()
  })

  await test.step('finding goes from one span to the next', async () => {
    await picture(page).focus()
    // From nothing selected, so that the first find is the first of all.
    await page.keyboard.press('Escape')
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

  await test.step('as a list, the same spans are gone through by arrows, and axe finds nothing', async () => {
    await timeline(page).getByRole('button', { name: 'Close find' }).click()
    await timeline(page).getByRole('radio', { name: 'List' }).click()
    await spans(page)
      .getByRole('button', { name: /^phase Plan \d/ })
      .click()
    await page.keyboard.press('ArrowDown')
    await expect(spans(page).getByRole('button', { name: /^model call planner/ })).toBeFocused()
    await page.keyboard.press('End')
    await expect(
      spans(page)
        .getByRole('button', { name: /^model call engineer/ })
        .last(),
    ).toBeFocused()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  })
})

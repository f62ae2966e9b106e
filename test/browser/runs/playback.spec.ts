import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openConversation, openInvoices } from '../../kit/fake-host/scenes.ts'
import { type ServedRenderer, serveBuiltRenderer } from '../../kit/window/serve-renderer.ts'

/** A run played back in the window, with the made-up host: plan, evaluate, execute twice; a wait of 2.3 s. */
let served: ServedRenderer
test.beforeAll(async () => {
  served = await serveBuiltRenderer()
})
test.afterAll(async () => {
  await served.close()
})

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const playback = (page: Page) => timeline(page).getByRole('group', { name: 'Playback' })
const moment = (page: Page) => playback(page).getByRole('slider', { name: 'Position' })
const button = (page: Page, name: string) => playback(page).getByRole('button', { name })
const messages = (page: Page) => page.getByRole('feed', { name: 'Messages' })
/** The row at the end of the conversation: what is newest at the moment. */
const lastRow = (page: Page) => messages(page).locator('article:not([aria-label="End of the run"])').last()
const ended = (page: Page) => messages(page).locator('article').last().getByText('completed')
const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })
const phase = (page: Page, name: string) => inspector(page).locator(`[data-phase="${name}"]`)
const momentWords = async (page: Page) => (await moment(page).getAttribute('aria-valuetext')) ?? ''

async function begin(page: Page): Promise<void> {
  await page.goto(served.url)
  await openInvoices(page)
  await openConversation(page, 'Move the tax table to data')
  await expect(timeline(page).getByRole('list', { name: 'Spans' }).getByRole('button').first()).toBeAttached()
}

test('step by step, chat, cards, inspector and phase map show the moment, and the present comes back', async ({
  page,
}) => {
  test.slow()
  await begin(page)
  await expect(ended(page)).toBeVisible()

  await test.step('Home begins at the start: nothing has happened', async () => {
    await timeline(page).getByRole('application').focus()
    await page.keyboard.press('Home')
    await expect(moment(page)).toHaveAttribute('aria-valuetext', /^0 ms/)
    await expect(lastRow(page)).toHaveAttribute('aria-label', 'Your message')
    await expect(inspector(page).getByText('running', { exact: true })).toBeVisible()
  })

  await test.step('forward event by event, until the plan is evaluated', async () => {
    for (let each = 0; each < 60 && (await phase(page, 'evaluate').getAttribute('data-state')) !== 'now'; each++) {
      await page.keyboard.press('.')
    }
    await expect(phase(page, 'evaluate')).toHaveAttribute('data-state', 'now')
    await expect(phase(page, 'plan')).toHaveAttribute('data-state', 'visited')
    await expect(phase(page, 'execute')).toHaveAttribute('data-state', 'none')
    await expect(lastRow(page)).toContainText('Evaluate')
  })

  await test.step('one back is before it', async () => {
    const here = await momentWords(page)
    await page.keyboard.press(',')
    await expect(phase(page, 'evaluate')).toHaveAttribute('data-state', 'none')
    expect(await momentWords(page)).not.toBe(here)
    await button(page, 'Step forward').click()
    expect(await momentWords(page)).toBe(here)
  })

  await test.step('what has not begun is said to be so', async () => {
    await timeline(page)
      .getByRole('list', { name: 'Spans' })
      .getByRole('button', { name: /^tool shell/ })
      .click()
    await expect(inspector(page).getByText('Not yet')).toBeVisible()
  })

  await test.step('at the approval it waits, and asks for nothing', async () => {
    const approval = lastRow(page).getByRole('group', { name: 'Approval requested' })
    for (let each = 0; each < 60 && (await approval.count()) === 0; each++) await button(page, 'Step forward').click()
    await expect(approval).toContainText('At this point, the run waits for your answer.')
    await expect(page.getByRole('dialog', { name: 'Approve tool call' })).toHaveCount(0)
    await expect(approval.getByRole('button', { name: 'Allow once' })).toHaveCount(0)
  })

  await test.step('Escape leaves playback: the run is as it is', async () => {
    await page.keyboard.press('Escape')
    await expect(moment(page)).toHaveCount(0)
    await expect(ended(page)).toBeVisible()
  })
})

test('played at 50×, the playhead goes to the end; dragged, it goes where it is put', async ({ page }) => {
  test.slow()
  await begin(page)
  await button(page, 'Play').click()
  await expect(moment(page)).toBeVisible()
  await button(page, 'Pause').click()
  await expect(button(page, 'Play')).toBeVisible()
  await button(page, 'Speed').click()
  await page.getByRole('menuitem', { name: '50×' }).click()
  await expect(button(page, 'Speed 50×')).toBeVisible()
  // From the picture, Space plays and pauses.
  await timeline(page).getByRole('application').focus()
  await page.keyboard.press('Space')
  await expect(ended(page)).toBeVisible()
  await expect(button(page, 'Play')).toBeVisible()
  const end = Number(await moment(page).getAttribute('max'))
  // 10.7 s, of which 2.3 s of waiting are folded to 0.4 s.
  expect(end).toBeLessThan(9500)
  expect(Number(await moment(page).inputValue())).toBeCloseTo(end, 0)

  const box = await timeline(page).locator('canvas').boundingBox()
  if (box === null) throw new Error('there is no canvas')
  const drag = async (from: number, to: number, y: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * to, box.y + y, { steps: 5 })
    await page.mouse.up()
  }
  // The axis ends 3 % before the right edge.
  await drag(1 / 1.03, 0.25, 8)
  expect(Number(await moment(page).inputValue())).toBeCloseTo(end * 1.03 * 0.25, -2)
  await expect(lastRow(page)).toContainText('qwen3-coder:30b')
  // The line itself can be taken, too, below the axis.
  await drag(0.25, 0.5, 150)
  expect(Number(await moment(page).inputValue())).toBeCloseTo(end * 1.03 * 0.5, -2)
  await expect(lastRow(page)).toContainText('gpt-5.6-mini')

  await moment(page).focus()
  await page.keyboard.press('Home')
  expect(await moment(page).inputValue()).toBe('0')
  await button(page, 'Back to now').click()
  await expect(moment(page)).toHaveCount(0)
})

test('the changes are those of the moment', async ({ page }) => {
  await begin(page)
  await page.getByRole('tab', { name: /Changes/ }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByText('docs/totals.png')).toBeVisible()
  await timeline(page).getByRole('application').focus()
  await page.keyboard.press('Home')
  await expect(changes.getByText('Not changed yet')).toBeVisible()
  await page.keyboard.press('End')
  await expect(changes.getByText('src/total.js').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(changes.getByText('docs/totals.png')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing while a run is played back, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await begin(page)
    await button(page, 'Step back').click()
    await expect(moment(page)).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  })
}

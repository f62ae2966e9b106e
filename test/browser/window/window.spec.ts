import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openConversation, openInvoices, scenes } from '../../kit/fake-host/scenes.ts'
import { type ServedRenderer, serveBuiltRenderer } from '../../kit/window/serve-renderer.ts'

/** The window alone, with the made-up host: what a person does by hand and by keyboard, in every state. */
let served: ServedRenderer
test.beforeAll(async () => {
  served = await serveBuiltRenderer()
})
test.afterAll(async () => {
  await served.close()
})
test.beforeEach(async ({ page }) => {
  await page.goto(served.url)
})

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const openWelcome = async (page: Page) => {
  await page.getByRole('button', { name: /^Project / }).click()
  await page.getByRole('menuitem', { name: 'Close project' }).click()
  await page.getByRole('button', { name: 'Open project' }).waitFor()
}
const list = (page: Page) => page.getByRole('region', { name: 'Conversations' })

test.describe('nothing for axe to find', () => {
  for (const name of ['welcome', 'waiting', 'fresh', 'settings-model', 'palette'])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`${name}, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await scenes[name]?.(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
      })
})

/**
 * The elements around `here` that would keep a scroll position if something too large for them were focused, although
 * they show no scroll bar to scroll back.
 */
const shiftable = (here: Element): string[] => {
  const around: Element[] = []
  for (let box = here.parentElement; box !== null; box = box.parentElement) around.push(box)
  const found = new Set<string>()
  for (const inside of around.slice(0, -2)) {
    const large = document.createElement('div')
    large.style.cssText = 'position: absolute; top: 0; left: 0; width: 9000px; height: 9000px'
    inside.append(large)
    for (const box of around) {
      box.scrollTo(3, 3)
      const isShifted = box.scrollTop !== 0 || box.scrollLeft !== 0
      if (isShifted && !/auto|scroll/.test(getComputedStyle(box).overflowY))
        found.add(`${box.tagName} ${box.className}`)
      box.scrollTo(0, 0)
    }
    large.remove()
  }
  return [...found]
}

test('nothing that is focused can shift the window out of place', async ({ page }) => {
  await scenes['waiting']?.(page)
  for (const here of [message(page), list(page), page.getByRole('region', { name: 'Timeline' })])
    expect(await here.evaluate(shiftable)).toEqual([])
})

test('a project whose folder is missing says so and what to do', async ({ page }) => {
  await page.getByRole('button', { name: /^old-experiments/ }).click()
  await expect(page.getByRole('alert')).toContainText('Connect the drive')
})

test('About copies the path of the log and the diagnostics', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await scenes['settings-about']?.(page)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy path' }).click()
  await expect.poll(copied).toMatch(/stratagem\.log$/)
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect.poll(copied).toContain('Stratagem 0.1.0 (browser) on linux')
})

test('a message is sent by Enter, another queued while it runs, and a second Escape stops the run', async ({
  page,
}) => {
  await openInvoices(page)
  await page.keyboard.press('Alt+n')
  await message(page).fill('Fix the cart!')
  await message(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Fix the cart!' })).toBeVisible()
  await message(page).fill('And the receipts')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Queued messages' })).toContainText('And the receipts')
  await message(page).press('Escape')
  await expect(page.getByRole('status').filter({ hasText: 'again to stop' })).toBeVisible()
  // On a slow machine the first of these is the first again.
  await message(page).press('Escape')
  await message(page).press('Escape')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
})

test('each conversation has an address and its own draft: reload, Back and Forward come to it', async ({ page }) => {
  await openInvoices(page)
  await openConversation(page, 'Flaky date test')
  await message(page).fill('half a thought')
  await openConversation(page, 'Totals are off by a cent')
  await expect(message(page)).toHaveValue('')
  await page.goBack()
  await expect(message(page)).toHaveValue('half a thought')
  await page.reload()
  await expect(message(page)).toHaveValue('half a thought')
  await expect(page.getByRole('heading', { level: 1, name: 'Flaky date test' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Totals are off by a cent' })).toBeVisible()
  await openWelcome(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Totals are off by a cent' })).toBeVisible()
})

test('the list is gone through, renamed, deleted and brought back by keyboard', async ({ page }) => {
  await openInvoices(page)
  await page.locator('[data-conversation][tabindex="0"]').focus()
  await page.keyboard.press('End')
  await expect(page.locator('[data-conversation="old-59"]')).toBeFocused()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title of the conversation', exact: true }).fill('The oldest')
  await page.keyboard.press('Enter')
  await expect(list(page).getByText('The oldest')).toBeVisible()
  await page.locator('[data-conversation="old-59"]').press('Delete')
  await expect(list(page).getByText('The oldest')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page).getByText('The oldest')).toBeVisible()
})

test('every part of the window is reached with F6, and panels open and close by key', async ({ page }) => {
  await openInvoices(page)
  await message(page).focus()
  for (const name of ['Inspector', 'Timeline', 'Conversations', 'Conversation']) {
    await page.keyboard.press('F6')
    await expect(page.locator(`section[aria-label="${name}"]`).and(page.locator(':focus-within'))).toBeVisible()
  }
  await page.keyboard.press('Control+j')
  await expect(page.getByRole('region', { name: 'Timeline' })).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(list(page)).toHaveCount(0)
})

test('a lost connection is said, and comes back by itself', async ({ page }) => {
  await openInvoices(page)
  served.drop()
  await expect(page.getByRole('alert').filter({ hasText: 'Reconnecting' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Reconnecting' })).toHaveCount(0)
})

test('the conversation keeps at least half of the height, also of a low window, whose timeline is laid over it', async ({
  page,
}) => {
  await openInvoices(page)
  await openConversation(page, 'Totals are off by a cent')
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const heightOf = async (region: typeof timeline) => (await region.boundingBox())?.height ?? 0
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1100, height: 720 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    await expect(message(page)).toBeInViewport()
    expect(await heightOf(conversation), `${size.width}x${size.height}`).toBeGreaterThanOrEqual(size.height / 2)
  }
  expect(await heightOf(timeline)).toBeLessThanOrEqual(48)
  await page.getByRole('button', { name: 'Open timeline' }).click()
  expect(await heightOf(timeline)).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Close timeline' }).press('Escape')
  expect(await heightOf(timeline)).toBeLessThanOrEqual(48)
  // What has no room in the row is in the options.
  await page.getByRole('button', { name: 'Strategy options' }).click()
  await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Mode', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  // The panel comes back with the room, and takes the height of its content.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => heightOf(timeline)).toBeGreaterThan(100)
  await expect(message(page)).toBeInViewport()
})

test('a narrow window keeps the conversation, and floats the others over it', async ({ page }) => {
  await openInvoices(page)
  await page.setViewportSize({ width: 680, height: 640 })
  await expect(list(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show conversations' }).click()
  await expect(list(page)).toBeVisible()
  await list(page).getByRole('searchbox').press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(message(page)).toBeVisible()
})

test('a new model is checked, tried out and kept', async ({ page }) => {
  await openInvoices(page)
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('menuitem', { name: /Ollama/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter the name of a model.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill('qwen3')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('alert')).toContainText('Start Ollama')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('qwen3 ·')).toBeVisible()
})

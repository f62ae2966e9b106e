import path from 'node:path'
import { expect, type JSHandle, type Page } from '@playwright/test'
import { writeLongRun } from '../../kit/host/long-run.ts'
import { test } from '../../kit/window/app-test.ts'
import { region } from '../../kit/window/first-minutes.ts'
import { feed, holdPages, openLong, reading, rowCount } from '../../kit/window/long-run-steps.ts'
import { chat, timeline } from '../../kit/window/window-steps.ts'

const calls = (page: Page) => chat(page).getByRole('article', { name: 'Tool call' })
/** What is drawn of the timeline now, pixel by pixel. */
const picture = (page: Page) =>
  timeline(page)
    .locator('canvas')
    .evaluateHandle((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      return { width, data: canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray() }
    })

test('a long run is opened at its end, with its results and a timeline of all of it, before the rest is there', async ({
  page,
  home,
  project,
  start,
}) => {
  const run = writeLongRun(home, project, 20_000)
  const letGo = await holdPages(page)
  const app = await start('--project', project)
  await page.goto(app.url)
  await openLong(page, run)
  await expect(reading(page)).toHaveText('reading 0 %')
  await test.step('the last calls have their results', async () => {
    const last = calls(page).last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toContainText(/24 lines|failed/)
    expect(await rowCount(page)).toBeLessThan(2000)
  })
  const before = await picture(page)
  await test.step('who goes to the start is brought there once it is here', async () => {
    await feed(page).focus()
    await page.keyboard.press('Home')
    await expect(chat(page).getByText(/The steps before this are being read/)).toBeVisible()
  })
  letGo()
  await expect(reading(page)).toHaveCount(0)
  expect(await rowCount(page)).toBeGreaterThan(5000)
  await expect(chat(page).getByRole('article', { name: 'Your message' })).toBeVisible()
  await expect(chat(page).getByText('execute 1', { exact: true })).toBeVisible()

  await test.step('the axis and the lines of the timeline stand where they stood', async () => {
    const after = await picture(page)
    expect(await alike(before, after, 22)).toBeGreaterThan(0.99)
    // Within blocks of many calls it is drawn in more detail; what context there was is drawn in the room kept for it.
    expect(await alike(before, after, 115)).toBeGreaterThan(0.9)
  })

  await test.step('texts that nobody looks at are not in the window, and are there once somebody does', async () => {
    const first = calls(page)
      .filter({ hasText: /read_file|search_files/ })
      .first()
    await first.getByRole('button', { name: 'Show the result' }).click()
    await expect(first.getByRole('button', { name: 'Fold the result' })).toBeVisible()
    await expect(first).not.toContainText(/characters, /)
  })

  await test.step('the middle is gone to from the timeline, and the end is', async () => {
    const box = await timeline(page).locator('canvas').boundingBox()
    if (box === null) throw new Error('no picture')
    // The first line of tool calls stands under those of the phases and the model.
    await page.mouse.click(box.x + box.width / 2, box.y + 91)
    await expect(chat(page).locator('.chat-span.selected')).toBeVisible()
    await feed(page).focus()
    await page.keyboard.press('End')
    await expect(chat(page).getByText(run.lastWords)).toBeVisible()
  })
})

/**
 * The first pages of a log: the rest is not asked for before these are there. Pages of what is looked at are let
 * through.
 */
const isFirstPage = (message: string) => /"run-page".*"afterSeq":(-1|\d{1,3}|1\d{3})\b/.test(message)

test('who clicks a call in the middle of a long run that is still being read sees its details before the rest is there', async ({
  page,
  home,
  project,
  start,
}) => {
  const run = writeLongRun(home, project, 20_000)
  const letGo = await holdPages(page, isFirstPage)
  const app = await start('--project', project)
  await page.goto(app.url)
  await openLong(page, run)
  await expect(reading(page)).toHaveText('reading 0 %')
  const last = await rowCount(page)
  const box = await timeline(page).locator('canvas').boundingBox()
  if (box === null) throw new Error('no picture')
  // The first line of tool calls stands under those of the phases and the model.
  await page.mouse.click(box.x + box.width / 2, box.y + 91)
  await expect(region(page, 'Inspector')).toContainText(/read_file|search_files|edit_file|shell/)
  await expect(region(page, 'Inspector')).toContainText(/24 lines|exit code 1/)
  await expect(reading(page)).toHaveText('reading 0 %')
  await test.step('nothing has moved in the chat', async () => {
    expect(await rowCount(page)).toBe(last)
    await expect(chat(page).getByText(run.lastWords)).toBeVisible()
  })
  letGo()
  await expect(reading(page)).toHaveCount(0)
  await expect(chat(page).getByText(run.lastWords)).toBeVisible()
  await expect(region(page, 'Inspector')).toContainText(/24 lines|exit code 1/)
})

test('where one looks closer, the timeline shows all there is before the rest is read', async ({
  page,
  home,
  project,
  start,
}) => {
  const run = writeLongRun(home, project, 30_000)
  const letGo = await holdPages(page, (text) => isFirstPage(text) || text.includes('"run-part"'))
  const app = await start('--project', project)
  await page.goto(app.url)
  await openLong(page, run)
  const box = await timeline(page).locator('canvas').boundingBox()
  if (box === null) throw new Error('no picture')
  await page.mouse.move(box.x + box.width / 2, box.y + 91)
  for (let turn = 0; turn < 7; turn++) await page.mouse.wheel(0, -240)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 40)
  const coarse = await drawn(page)
  letGo(isFirstPage)
  await expect.poll(async () => alike(coarse, await picture(page))).toBeLessThan(1)
  const refined = await drawn(page)
  await expect(reading(page)).toHaveText('reading 0 %')
  letGo()
  await expect(reading(page)).toHaveCount(0)
  const whole = await drawn(page)
  // The map at the bottom is of all of the run.
  const [before, after] = [await alike(coarse, whole, 115), await alike(refined, whole, 115)]
  expect(after).toBeGreaterThan(before)
  // What came of a phase is known once all in it is.
  expect(after).toBeGreaterThan(0.999)
})

test('a call that is not read yet has its tip, and stays marked in the timeline once it is selected', async ({
  page,
  home,
  project,
  start,
}) => {
  const run = writeLongRun(home, project, 30_000)
  const letGo = await holdPages(page, isLateStep)
  const app = await start('--project', project)
  await page.goto(app.url)
  await openLong(page, run)
  const box = await timeline(page).locator('canvas').boundingBox()
  if (box === null) throw new Error('no picture')
  const tip = page.locator('[data-tip]')
  const call = { x: box.x + box.width / 2, y: box.y + 91 }
  await page.mouse.move(call.x, call.y)
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -240)
  await expect(reading(page)).toHaveText(/^reading 3\d %$/)
  await test.step('its tip', async () => {
    await expect(async () => {
      await page.mouse.move(call.x + 1, call.y)
      await page.mouse.move(call.x, call.y)
      await expect(tip).toContainText(/read_file|search_files|edit_file|shell/, { timeout: 500 })
    }).toPass()
    await expect(tip).toContainText(/24 lines|exit code/)
    await expect(tip).toContainText('in execute')
  })
  await page.mouse.click(call.x, call.y)
  await expect(region(page, 'Inspector')).toContainText(/24 lines|exit code 1/)
  await page.mouse.move(call.x, box.y + box.height - 40)
  await takePictures(page, 'reading-30')
  letGo()
  await expect(reading(page)).toHaveCount(0)
  // With it stands out what it came from and led to, now that this is here.
  await expect(timeline(page).getByRole('button', { pressed: true, name: /^tool / })).toBeAttached()
  await takePictures(page, 'reading-done')
})

const pictures = path.resolve(import.meta.dirname, '../../../test-results/pictures')

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}.png`) })
  }
}

/** Pages of all after the first 30 % of 30,000 events, but for those of what is looked at. */
const isLateStep = (message: string) => {
  const [, after = '-1'] = /"run-page".*"afterSeq":(\d+)/.exec(message) ?? []
  return Number(after) >= 8999 && (Number(after) + 1) % 500 === 0
}

/** What is drawn of the timeline once that stays so. */
async function drawn(page: Page) {
  let before = await picture(page)
  for (let same = 0; same < 3; ) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100)))
    const now = await picture(page)
    same = (await alike(before, now)) === 1 ? same + 1 : 0
    before = now
  }
  return before
}

type Pixels = JSHandle<{ readonly data: Uint8ClampedArray; readonly width: number }>

/** The share of pixels that are the same, 0 to 1: of all lines, or of the first ones. */
async function alike(one: Pixels, other: Pixels, lines = Number.POSITIVE_INFINITY): Promise<number> {
  return one.evaluate(
    (left, { right, lines: most }) => {
      if (left.data.length !== right.data.length) return 0
      const end = Math.min(left.data.length, left.width * 4 * most)
      let same = 0
      for (let at = 0; at < end; at += 4) {
        const apart = [0, 1, 2, 3].map((part) => Math.abs((left.data[at + part] ?? 0) - (right.data[at + part] ?? 0)))
        if (Math.max(...apart) < 24) same += 1
      }
      return (4 * same) / end
    },
    { right: other, lines },
  )
}

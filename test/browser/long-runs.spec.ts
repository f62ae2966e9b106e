import { expect, type JSHandle, type Page } from '@playwright/test'
import { test } from '../kit/app-test.ts'
import { writeLongRun } from '../kit/long-run.ts'
import { feed, holdPages, openLong, reading, rowCount } from '../kit/long-run-steps.ts'
import { chat, timeline } from '../kit/window-steps.ts'

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
    // Within blocks of many calls it is drawn in more detail.
    expect(await alike(before, after)).toBeGreaterThan(0.9)
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
    await page.mouse.click(box.x + box.width / 2, box.y + 100)
    await expect(chat(page).locator('.chat-span.selected')).toBeVisible()
    await feed(page).focus()
    await page.keyboard.press('End')
    await expect(chat(page).getByText(run.lastWords)).toBeVisible()
  })
})

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

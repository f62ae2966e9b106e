import { expect, type JSHandle, type Page } from '@playwright/test'
import { test } from '../kit/app-test.ts'
import { type LongRun, writeLongRun } from '../kit/long-run.ts'
import { chat, timeline } from '../kit/window-steps.ts'

const reading = (page: Page) => timeline(page).locator('[data-reading]')
const feed = (page: Page) => chat(page).getByRole('feed')
const calls = (page: Page) => chat(page).getByRole('article', { name: 'Tool call' })
/** How many rows the conversation has, drawn or not. */
const rowCount = async (page: Page) =>
  Number((await feed(page).getByRole('article').first().getAttribute('aria-setsize')) ?? 0)
/** What is drawn of the timeline now, pixel by pixel. */
const picture = (page: Page) =>
  timeline(page)
    .locator('canvas')
    .evaluateHandle((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      return { width, data: canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray() }
    })

/** Holds the pages of a run back until they are let go, so that what happens meanwhile can be looked at. */
async function holdPages(page: Page) {
  const held: (() => void)[] = []
  let open = false
  await page.routeWebSocket(/\/host$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      if (open || !String(text).includes('"run-page"')) server.send(text)
      else held.push(() => server.send(text))
    })
  })
  return () => {
    open = true
    for (const send of held.splice(0)) send()
  }
}

async function openLong(page: Page, run: LongRun): Promise<void> {
  await page.getByRole('button', { name: run.title }).first().click()
  await expect(chat(page).getByText(run.lastWords)).toBeVisible()
}

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

// Known defect: a very quick scroll can still jump once, where the window of rows moves on under it.
test.fixme('from the end of a long run one scrolls up through all of it, and nothing jumps', async ({
  page,
  home,
  project,
  start,
}) => {
  const run = writeLongRun(home, project, 12_000)
  const app = await start('--project', project)
  await page.goto(app.url)
  await openLong(page, run)
  await expect(reading(page)).toHaveCount(0)
  const positions: number[] = []
  await feed(page).hover()
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, -3000)
    positions.push(await firstPosition(page))
  }
  // Further up with every turn of the wheel, and never back down.
  for (const [index, at] of positions.entries()) expect(at).toBeLessThanOrEqual(positions[index - 1] ?? at)
  expect((positions[0] ?? 0) - (positions.at(-1) ?? 0)).toBeGreaterThan(1200)
})

/** Which of all rows is the first in sight, once that stays so: rows that were just scrolled to are still drawn and measured. */
async function firstPosition(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const first = () => {
      const top = document.querySelector('.chat-scroll')?.getBoundingClientRect().top ?? 0
      const rows = [...document.querySelectorAll('.chat-row')]
      const seen = rows.filter((row) => row.getBoundingClientRect().bottom > top)
      return Math.min(...seen.map((row) => Number(row.getAttribute('aria-posinset'))))
    }
    let [at, frames] = [first(), 0]
    while (frames < 20) {
      await new Promise(requestAnimationFrame)
      frames = first() === at && Number.isFinite(at) ? frames + 1 : 0
      at = first()
    }
    return at
  })
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

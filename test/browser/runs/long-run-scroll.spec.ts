import { expect, type Page } from '@playwright/test'
import { writeLongRun } from '../../kit/host/long-run.ts'
import { test } from '../../kit/window/app-test.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { feed, holdPages, openLong, rowCount } from '../../kit/window/long-run-steps.ts'
import { type Frame, movesOf, scrollFaults, tops, watchFrames } from '../../kit/window/scroll-frames.ts'
import { gate } from '../../kit/window/window-model.ts'
import { chat, untilEnded } from '../../kit/window/window-steps.ts'

/** Until this many frames have been painted. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise(requestAnimationFrame)
  }, count)

/** The frames that are painted while something is done, and until nothing of it goes on. */
async function framesOf(page: Page, act: () => Promise<void>): Promise<readonly Frame[]> {
  const seen = await watchFrames(page)
  await act()
  await frames(page, 20)
  return seen()
}

test.describe('a long run', () => {
  test.beforeEach(async ({ page, home, project, start }) => {
    const run = writeLongRun(home, project, 12_000)
    const app = await start('--project', project)
    await page.goto(app.url)
    await openLong(page, run)
    // Its numbers are those of all rows once it is whole.
    await expect.poll(() => rowCount(page)).toBeGreaterThan(3000)
    await frames(page, 20)
    await feed(page).hover()
  })

  test('from its end one scrolls up, and in no frame does a row move but by a turn of the wheel', async ({ page }) => {
    const seen = await framesOf(page, async () => {
      for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, turn % 2 === 0 ? -60 : -240)
    })
    expect(scrollFaults(seen)).toEqual([])
    const moves = movesOf(seen).filter(({ most }) => most > 1)
    expect(moves.length).toBeGreaterThan(20)
    for (const { most } of moves) expect(Math.abs(most - 60 * Math.round(most / 60))).toBeLessThan(1)
  })

  test('however quickly one scrolls up through all of it, one never comes back down', async ({ page }) => {
    const seen = await framesOf(page, async () => {
      for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -3000)
    })
    expect(scrollFaults(seen)).toEqual([])
    expect((tops(seen)[0] ?? 0) - (tops(seen).at(-1) ?? 0)).toBeGreaterThan(2500)
  })

  test('the keys for pages, the start and the end go there, and nothing jumps on the way', async ({ page }) => {
    await feed(page).focus()
    const pages = await framesOf(page, async () => {
      for (let key = 0; key < 20; key++) {
        await page.keyboard.press('PageUp')
        await frames(page, 3)
      }
    })
    expect(scrollFaults(pages)).toEqual([])
    expect(tops(pages).at(-1)).toBeLessThan(tops(pages)[0] ?? 0)
    const toStart = await framesOf(page, () => page.keyboard.press('Home'))
    expect(scrollFaults(toStart)).toEqual([])
    await expect(chat(page).getByRole('article', { name: 'Your message' })).toBeInViewport()
    await page.keyboard.press('End')
    await expect(chat(page).getByText('That was all of 12000.')).toBeInViewport()
  })

  test('the scroll bar drags through all of it', async ({ page }) => {
    const seen = await framesOf(page, () =>
      feed(page).evaluate(async (box) => {
        box.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        const most = box.scrollHeight - box.clientHeight
        for (let part = 1; part >= 0; part -= 1 / 64) {
          box.scrollTop = most * part
          // Between two frames, as a hand does.
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        }
        box.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
      }),
    )
    expect(scrollFaults(seen)).toEqual([])
    await expect(chat(page).getByRole('article', { name: 'Your message' })).toBeInViewport()
  })
})

test('what is before the end of a long run comes in above the reader, who may be scrolling', async ({
  page,
  home,
  project,
  start,
}) => {
  const run = writeLongRun(home, project, 12_000)
  const letGo = await holdPages(page)
  const app = await start('--project', project)
  await page.goto(app.url)
  await openLong(page, run)
  await expect.poll(() => rowCount(page)).toBeGreaterThan(100)
  await frames(page, 20)
  await feed(page).hover()
  const seen = await framesOf(page, async () => {
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, -120)
      if (turn === 5) letGo()
    }
    await expect.poll(() => rowCount(page)).toBeGreaterThan(3000)
  })
  // Rows that come in before it give a row another number.
  const faults = scrollFaults(seen).filter((fault) => !fault.includes('back down'))
  expect(faults).toEqual([])
  for (const { most } of movesOf(seen)) expect(Math.abs(most - 120 * Math.round(most / 120))).toBeLessThan(1)
})

test('who scrolls up while an answer streams in stays where they are', async ({ page, openScripted }) => {
  const { opened, open } = gate()
  const paragraphs = (word: string) =>
    Array.from({ length: 60 }, (_, at) => `The ${word} paragraph ${at}.`).join('\n\n')
  await openScripted(() => ({
    kind: 'answer',
    text: paragraphs('first'),
    until: opened,
    more: `\n\n${paragraphs('last')}`,
  }))
  await send(page, 'Tell me a lot')
  await expect(chat(page).getByText('The first paragraph 59.')).toBeInViewport()
  await feed(page).hover()
  const seen = await framesOf(page, async () => {
    for (let turn = 0; turn < 10; turn++) {
      await page.mouse.wheel(0, -60)
      if (turn === 4) open()
    }
    await untilEnded(page)
  })
  expect(scrollFaults(seen)).toEqual([])
  expect(movesOf(seen).reduce((sum, { most }) => sum + most, 0)).toBeCloseTo(600, -1)
  await expect(chat(page).getByText('The last paragraph 59.')).not.toBeInViewport()
})

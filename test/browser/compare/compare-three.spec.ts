import { expect, type Locator } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { lane, setUpLanes, showChats, startLanes, untilChecked } from '../../kit/window/compare-steps.ts'
import { allowEverything, openSampleProject, region } from '../../kit/window/first-minutes.ts'

const widthOf = async (each: Locator) => (await each.boundingBox())?.width
const heightOf = async (each: Locator) => (await each.boundingBox())?.height
const topOf = async (each: Locator) => (await each.boundingBox())?.y

test('four timelines show all their rows under one axis; a lane can be folded to a line, and widened', async ({
  page,
  openSample,
}) => {
  await openSample()
  await setUpLanes(page)
  for (const label of ['C', 'D']) {
    await page.getByRole('button', { name: 'Add a lane' }).click()
    await expect(lane(page, label)).toBeVisible()
  }
  await allowEverything(page)
  await startLanes(page)
  await untilChecked(page, ['A', 'B', 'C', 'D'])

  for (const label of ['A', 'B', 'C', 'D']) {
    const picture = page.getByRole('application', { name: `Picture of Lane ${label}` })
    // A pixel is the browser's rounding.
    await expect.poll(() => picture.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThan(2)
    await expect(picture.getByText('Tools', { exact: true })).toBeInViewport({ ratio: 1 })
  }

  // What the keys of one lane do to the axis they do to all.
  const spans = region(page, 'Timeline of Lane B').getByRole('list', { name: 'Spans' }).getByRole('button')
  const all = await spans.count()
  await page.getByRole('application', { name: 'Picture of Lane A' }).focus()
  for (let press = 0; press < 8; press++) await page.keyboard.press('w')
  await expect.poll(() => spans.count()).toBeLessThan(all)
  await page.keyboard.press('0')
  await expect(spans).toHaveCount(all)

  // A stretch that is marked in one lane is marked in all, each with its own sums.
  const box = await page.getByRole('application', { name: 'Picture of Lane A' }).boundingBox()
  const [middle, right] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.x ?? 0) + (box?.width ?? 0) * 0.9]
  await page.mouse.move(middle, (box?.y ?? 0) + 30)
  await page.keyboard.down('Shift')
  await page.mouse.down()
  await page.mouse.move(right, (box?.y ?? 0) + 30)
  await page.mouse.up()
  await page.keyboard.up('Shift')
  const marked = page.getByRole('status', { name: 'Selected range' })
  for (const label of ['A', 'B', 'C', 'D'])
    await expect(marked).toContainText(new RegExp(`Lane ${label}model .* in \\d+ calls?`))
  await marked.getByRole('button', { name: 'Clear the selected range' }).click()
  await expect(marked).toHaveCount(0)

  // Folded, its calls stay in sight and can be chosen; the others have its room.
  const low = await heightOf(region(page, 'Timeline of Lane A'))
  const names = ['B', 'C', 'D'].map((label) => page.getByRole('button', { name: `Lane ${label}`, exact: true }))
  for (const name of names) {
    await name.press('Enter')
    await expect(name).toHaveAttribute('aria-expanded', 'false')
  }
  // How much higher depends on the rows that the calls of the run need.
  await expect.poll(() => heightOf(region(page, 'Timeline of Lane A'))).toBeGreaterThan(low ?? 0)
  await region(page, 'Timeline of Lane B')
    .getByRole('button', { name: /^tool edit_file/ })
    .first()
    .press('Enter')
  await expect(region(page, 'Inspector').getByText('edit_file').first()).toBeVisible()

  await showChats(page)
  const before = (await widthOf(lane(page, 'C'))) ?? 0
  await page.getByRole('button', { name: 'Widen lane C' }).click()
  await expect.poll(() => widthOf(lane(page, 'C'))).toBeGreaterThan(before * 1.5)
  await page.getByRole('button', { name: 'Narrow lane C' }).click()
  await expect.poll(() => widthOf(lane(page, 'C'))).toBe(before)
  await expectNoAxeViolations(page)

  // A small window shortens what is said of a lane before its name, and tells the whole of it.
  await page.setViewportSize({ width: 900, height: 700 })
  const heading = lane(page, 'A').getByRole('heading', { name: 'Tool loop' })
  await expect.poll(() => heading.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThan(1)
  await expect(lane(page, 'A').getByText('check passed')).toHaveAttribute('title', 'check passed')

  // Twice the size leaves 720 by 450: all of it is there to be scrolled to, and has a height to work with.
  await page.setViewportSize({ width: 720, height: 450 })
  await expect.poll(() => heightOf(lane(page, 'A').getByRole('feed'))).toBeGreaterThan(40)
  await page.getByRole('button', { name: 'More for a lane' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'More for a lane' })).toBeInViewport()
})

test('three lanes have room in a small window, and each is told apart from the first', async ({ page, start }) => {
  const app = await start()
  await page.setViewportSize({ width: 900, height: 700 })
  await page.goto(app.url)
  await openSampleProject(page)
  await setUpLanes(page)
  await page.getByRole('button', { name: 'Add a lane' }).click()
  await allowEverything(page)
  await startLanes(page)
  await untilChecked(page, ['A', 'B', 'C'])
  await expect(page.getByRole('button', { name: /^Same in all 3 / }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Align phases' }).click()
  await expect(page.getByText('These runs have no phase in common.')).toBeVisible()
  await page.getByRole('button', { name: 'Critical path' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: /^A .* of all work · B .* · C .* of all work$/ }),
  ).toBeAttached()
  await page.getByRole('button', { name: 'Critical path' }).click()

  const clipped = await page
    .locator('table td b')
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent))
  expect(clipped).toEqual([])
  const bar = region(page, 'Result')

  // All of them are there to be judged, beside each other.
  await bar.getByRole('button', { name: 'Judge', exact: true }).click()
  await page.getByRole('button', { name: 'Judge blind…' }).click()
  const results = ['Result 1', 'Result 2', 'Result 3'].map((name) => region(page, name))
  for (const each of results) await expect(each).toBeVisible()
  const tops = await Promise.all(results.map(topOf))
  expect(new Set(tops).size).toBe(1)
  await page.getByRole('button', { name: 'Result 3 is best' }).click()
  await expect(bar.getByText(/^You, blind: lane [ABC] is best/)).toBeVisible()

  // What is selected lies over the lanes and makes none of them narrower.
  await showChats(page)
  const before = await widthOf(lane(page, 'A'))
  const picture = page.getByRole('application', { name: 'Picture of Lane B' })
  await region(page, 'Timeline of Lane B')
    .getByRole('button', { name: /^tool edit_file/ })
    .first()
    .press('Enter')
  await expect(region(page, 'Inspector').getByText('edit_file').first()).toBeVisible()
  expect(await widthOf(lane(page, 'A'))).toBe(before)

  // With less room for the timelines the rows are scrolled, and the picture stays: names beside their rows.
  await page.getByRole('separator', { name: 'Resize timelines' }).focus()
  await page.keyboard.press('End')
  await picture.evaluate((box) => box.scrollTo(0, 40))
  expect(await picture.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  expect(await topOf(picture.locator('canvas'))).toBe(await topOf(picture))
})

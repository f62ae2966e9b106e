import { expect, type Locator } from '@playwright/test'
import { test } from '../kit/app-test.ts'
import { allowEverything, lane, setUpLanes, startLanes } from '../kit/compare-steps.ts'
import { openSampleProject, region } from '../kit/first-minutes.ts'

const widthOf = async (each: Locator) => (await each.boundingBox())?.width
const topOf = async (each: Locator) => (await each.boundingBox())?.y

test('three lanes have room in a small window, and each is told apart from the first', async ({ page, start }) => {
  const app = await start()
  await page.setViewportSize({ width: 900, height: 700 })
  await page.goto(app.url)
  await openSampleProject(page)
  await setUpLanes(page)
  await page.getByRole('button', { name: 'Add a lane' }).click()
  await allowEverything(page)
  await startLanes(page)
  for (const label of ['A', 'B', 'C'])
    await expect(lane(page, label).getByText('check passed')).toBeVisible({ timeout: 90_000 })

  await expect(
    page.getByText(/^Beside Lane A: Lane B parts at the first step, .*; Lane C parts after \d+ steps, /),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Align phases' }).click()
  await expect(page.getByText('No phase is in all of them.')).toBeVisible()

  const clipped = await page
    .locator('dl dd')
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent))
  expect(clipped).toEqual([])
  const bar = region(page, 'Result')
  expect(await topOf(bar.getByRole('button', { name: 'Apply result' }))).toBe(
    await topOf(bar.getByRole('button', { name: 'Judge', exact: true })),
  )

  // What is selected lies over the lanes and makes none of them narrower.
  const before = await widthOf(lane(page, 'A'))
  const picture = page.getByRole('application', { name: 'Picture of Lane B' })
  await region(page, 'Timeline of Lane B')
    .getByRole('button', { name: /^tool edit_file/ })
    .first()
    .click()
  await expect(region(page, 'Inspector').getByText('edit_file').first()).toBeVisible()
  expect(await widthOf(lane(page, 'A'))).toBe(before)

  // The picture stays where it is while its rows are scrolled: the axis on top, names beside their rows.
  await picture.evaluate((box) => box.scrollTo(0, 40))
  expect(await picture.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
  expect(await topOf(picture.locator('canvas'))).toBe(await topOf(picture))
})

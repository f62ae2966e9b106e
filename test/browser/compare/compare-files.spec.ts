import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { lane, laneRow, setUpLanes, startRuns } from '../../kit/window/compare-steps.ts'
import { region } from '../../kit/window/first-minutes.ts'

const files = (page: Page, label: string) => laneRow(page, label).getByRole('cell').last()
const done = (page: Page) => laneRow(page, 'A').getByText(/not checked|tests pass/)
const question = (page: Page) => lane(page, 'A').getByRole('dialog', { name: 'Approve tool call' }).first()

/** Allows what lane A asks, one call after another, until `isThere`. */
async function allowUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    await expect(question(page)).toBeVisible()
    if (await isThere()) return
    const shown = await question(page).elementHandle()
    await question(page).getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => shown?.evaluate((each) => each.isConnected)).toBe(false)
    await expect(question(page).or(done(page))).toBeVisible()
  }
}

test('how much a lane has changed is shown while it runs, and at any moment of it', async ({
  page,
  home,
  openSample,
}) => {
  test.slow()
  await openSample()
  await setUpLanes(page)
  await startRuns(page)
  await expect(question(page)).toBeVisible()
  await lane(page, 'B').getByRole('button', { name: 'Stop lane B' }).click()

  await test.step('nothing has been written before the edit is allowed', async () => {
    await allowUntil(page, () => question(page).getByText('edit_file').first().isVisible())
    await expect(files(page, 'A')).toHaveText('0')
  })
  await test.step('the edit shows while the lane waits for its next call to be allowed', async () => {
    await question(page).getByRole('button', { name: 'Allow once' }).click()
    await expect(files(page, 'A')).toHaveText('1 file +1 −1')
    await expect(lane(page, 'A').getByText('waiting for you')).toBeVisible()
  })
  await test.step('it stands at the end', async () => {
    await allowUntil(page, () => done(page).isVisible())
    await expect(files(page, 'A')).toHaveText('1 file +1 −1')
  })
  await test.step('what is all in conflict is not written, and that is said', async () => {
    const cart = path.join(home, 'sample-project', 'src', 'cart.js')
    const mine = readFileSync(cart, 'utf8').replace('before > discountFrom', 'before > 2 * discountFrom')
    writeFileSync(cart, mine)
    await page.getByRole('button', { name: 'Apply A’s result' }).click()
    await expect(page.getByText('No files changed')).toBeVisible()
    await expect(page.getByText(/Not changed: src\/cart\.js \(One part of it was also changed/)).toBeVisible()
    expect(readFileSync(cart, 'utf8')).toBe(mine)
  })
  await test.step('played back, it shows each moment', async () => {
    await region(page, 'Timeline of Lane A').getByRole('application').focus()
    await page.keyboard.press('Home')
    await expect(files(page, 'A')).toHaveText('—')
    const shown = () => files(page, 'A').innerText()
    let begun = false
    for (let each = 0; each < 200 && !(await shown()).startsWith('1'); each++) {
      begun ||= (await shown()) === '0'
      await page.keyboard.press('.')
      // From the first state on, each moment has one.
      if (begun) await expect(files(page, 'A')).not.toHaveText('—')
    }
    expect(begun).toBe(true)
    await expect(files(page, 'A')).toHaveText('1 file +1 −1')
  })
})

import { expect } from '@playwright/test'
import { openFaultServer, refuse } from '../../kit/model-server/model-fault-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { lane, laneRow, setCheck, setUpLanes, startRuns } from '../../kit/window/compare-steps.ts'
import { allowEverything, region } from '../../kit/window/first-minutes.ts'
import { addModel } from '../../kit/window/window-steps.ts'

test('a lane that fails is best in nothing, and comparing again begins with the same lanes', async ({
  page,
  openSample,
}) => {
  const server = await openFaultServer(({ response }) => refuse(response, 401, { message: 'Incorrect API key' }))
  await openSample()
  await addModel(page, { name: 'Broken', url: server.url, key: 'wrong' })
  // It would be the model of both lanes.
  await page.getByRole('button', { name: 'Undo' }).click()
  await setUpLanes(page)
  await lane(page, 'B').getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'Broken' }).click()
  const differs = page.getByText(/Model: A Demo .*; B Broken\./)
  await expect(differs).toBeVisible()
  await allowEverything(page)
  await setCheck(page, 'node -e "process.exit(1)"')
  await startRuns(page)
  for (const label of ['A', 'B']) await expect(laneRow(page, label)).toContainText('fails, exit 1', { timeout: 60_000 })
  await expect(region(page, 'Result').getByRole('heading', { name: /^Neither passes\./ })).toBeVisible()
  for (const label of ['A', 'B']) await expect(laneRow(page, label).locator('[data-best]')).toHaveCount(0)
  // No lane is better, so none is named by a button.
  await expect(page.getByRole('button', { name: /^Apply / })).toHaveCount(0)

  await page.getByRole('button', { name: 'More for a lane' }).click()
  await expect(page.getByRole('menuitem', { name: 'Apply B’s result' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Comparisons' }).click()
  await expect(page.getByRole('menuitem', { name: /Tool loop · Plan, revise, execute/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Compare again' }).click()
  await expect(page.getByRole('button', { name: 'Start 2 runs' })).toBeVisible()
  await expect(differs).toBeVisible()
  await server.close()
})

import { expect } from '@playwright/test'
import { openFaultServer, refuse } from '../../kit/model-server/model-fault-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { lane, setUpLanes } from '../../kit/window/compare-steps.ts'
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
  const differs = page.getByText(/Model: A Demo .*, B Broken\./)
  await expect(differs).toBeVisible()
  await allowEverything(page)
  await page.getByRole('textbox', { name: 'Check command', exact: true }).fill('node -e "process.exit(1)"')
  await page.getByRole('button', { name: 'Start comparing' }).click()
  await expect(lane(page, 'B').getByText('refused the key').first()).toBeVisible()
  await expect(lane(page, 'A').getByText('completed').first()).toBeVisible({ timeout: 60_000 })
  await expect(region(page, 'Result').getByText('Check: no lane passes')).toBeVisible()
  await expect(lane(page, 'B').locator('[data-best]')).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Lane to keep', exact: true }).click()
  await page.getByRole('option', { name: /Lane B/ }).click()
  const apply = page.getByRole('button', { name: 'Apply result' })
  await expect(apply).toBeDisabled()
  await expect(apply).toHaveAttribute('title', 'This lane changed no files.')

  await page.getByRole('button', { name: 'Comparisons' }).click()
  await expect(page.getByRole('menuitem', { name: /tool-loop · plan-revise-execute/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Compare again' }).click()
  await expect(page.getByRole('button', { name: 'Start comparing' })).toBeVisible()
  await expect(differs).toBeVisible()
  await server.close()
})

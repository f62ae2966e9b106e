import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { folderHash } from '../kit/project/folder-hash.ts'
import { setUpLanes, startLanes, untilChecked } from '../kit/window/compare-steps.ts'
import { test } from '../kit/window/desktop-test.ts'
import { allowEverything, openSampleProject } from '../kit/window/first-minutes.ts'

test('two strategies are compared in copies, and the result is applied to the project', async ({ open, home }) => {
  const { page } = await open()
  await openSampleProject(page)
  const project = path.join(home, 'sample-project')
  const before = folderHash(project)
  await setUpLanes(page)
  await allowEverything(page)
  await startLanes(page)
  await untilChecked(page)
  expect(folderHash(project)).toBe(before)
  await page.getByRole('button', { name: /^Apply [AB]’s result/ }).click()
  await expect(page.getByText(/Applied lane [AB]: 1 file/)).toBeVisible()
  expect(readFileSync(path.join(project, 'src', 'cart.js'), 'utf8')).toContain('before >= discountFrom')
})

import { expect } from '@playwright/test'
import { seedTrials } from '../../kit/run/seed-trials.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { messageBox } from '../../kit/window/window-steps.ts'

const loop = { name: 'tool-loop', options: {} }
const profile = { id: 'prof_mini', name: 'Mini', model: 'gpt-mini' }

test('the leaderboard of a task set is opened from the palette, and survives a reload', async ({
  page,
  home,
  project,
  start,
}) => {
  const wrapped = { name: 'retry', options: {}, inner: loop }
  const lanes = [
    { choice: loop, profile, isDone: (task: number) => task === 0 },
    { choice: wrapped, profile, isDone: () => true },
    { choice: loop, profile, isDone: () => true, version: 'conversation@1(tool-loop@0)' },
  ]
  seedTrials(home, { folder: project, set: 'core', tasks: 6, repeats: 2, lanes })
  const app = await start('--project', project)
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('leaderboard')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No trials of these tasks yet')).toBeVisible()
  await page.getByRole('combobox', { name: 'Task set' }).click()
  await page.getByRole('option', { name: 'core' }).click()
  const rows = page.getByRole('table', { name: 'Entries by rank' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('Best here')
  await expect(rows.nth(1)).toContainText('Retry › Tool loop')
  await expect(rows.nth(2)).toContainText('on 6 tasks')
  await expect(rows.nth(3)).toContainText('Earlier version of the strategy')
  const versions = page.getByRole('table', { name: 'Versions in the order of their first use' }).getByRole('row')
  await expect(versions).toHaveCount(3)
  await expect(versions.nth(2)).toContainText('on 6 tasks')
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(rows.nth(1)).toContainText('Best here')
})

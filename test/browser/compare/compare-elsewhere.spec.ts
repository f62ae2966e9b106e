import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { laneRow, setUpLanes } from '../../kit/window/compare-steps.ts'
import { region } from '../../kit/window/first-minutes.ts'

const message = 'What is in src/notes.txt?'

test('what the command line compares is in the window without a reload, and its lanes come to their end there', async ({
  page,
  start,
  project,
  home,
}) => {
  const app = await start('--project', project)
  await page.goto(app.url)
  await setUpLanes(page)
  const comparisons = page.getByRole('button', { name: 'Comparisons', exact: true })
  await expect(comparisons).toHaveCount(0)
  const compare = (...words: readonly string[]) =>
    promisify(execFile)(
      process.execPath,
      [
        'src-main/shell-command/agent.js',
        'compare',
        '--lane',
        'chat',
        '--lane',
        'tool-loop',
        '--project',
        project,
        ...words,
      ],
      { env: { ...process.env, STRATAGEM_HOME: home } },
    )
  const trials = compare('--repeat', '2', message)
  await expect(comparisons).toBeVisible()
  await comparisons.click()
  await page.getByRole('menuitem', { name: message }).click()
  await expect(page.getByText(/4 of 4 trials · done/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'All 4 trials' }).click()
  await expect(region(page, 'Trials').getByRole('listitem')).toHaveCount(4)
  await trials

  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await setUpLanes(page)
  const once = compare(message)
  await comparisons.click()
  // The menu's trials are of the same name: the comparison stands below them.
  await expect(page.getByRole('menuitem', { name: message })).toHaveCount(2)
  await page.getByRole('menuitem', { name: message }).last().click()
  for (const label of ['A', 'B']) await expect(laneRow(page, label)).toContainText('not checked', { timeout: 60_000 })
  await once
})

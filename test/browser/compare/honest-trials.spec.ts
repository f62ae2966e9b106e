import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import {
  compareOnSampleTasks,
  importSampleTasks,
  setUpLanes,
  startLanes,
  untilChecked,
} from '../../kit/window/compare-steps.ts'
import { allowEverything, region } from '../../kit/window/first-minutes.ts'

/** Pictures of both themes, for those who look at them. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('with tasks, their own checks judge, and what is said of the plan is a range; a trial that failed its check says so first', async ({
  page,
  openSample,
}) => {
  test.setTimeout(400_000)
  await openSample()
  await importSampleTasks(page)
  await region(page, 'sample-tasks').getByRole('button', { name: 'Compare on these' }).click()
  const tasks = region(page, 'Tasks')
  await expect(tasks).toContainText('10 tasks of sample-tasks, each with its own check')
  await expect(tasks.getByRole('listitem')).toHaveCount(10)
  await expect(tasks.getByRole('listitem').first().locator('code')).toBeVisible()
  await expect(region(page, 'How to judge')).toHaveText(/How to judgeEach task’s own check decides\./)
  await expect(region(page, 'How to judge')).not.toContainText('No test command')
  await page.getByRole('radio', { name: /^10 / }).press('Space')
  await expect(region(page, 'Repeats')).toContainText(
    'likely to show a difference in success of 21 points (13 if the lanes disagree on one pair in five)',
  )
  await expect(page.getByText(/^Likely to show differences in success of 21 points/)).toBeVisible()
  await expectNoAxeViolations(page)
  await look(page, 'set-up')
  await tasks.getByRole('button', { name: 'Also a message' }).click()
  await page.getByRole('textbox', { name: 'Message for all lanes' }).fill('Fix the failing test.')
  await expect(region(page, 'How to judge')).toContainText('Of the saved tasks, each task’s own check decides.')
  await expect(region(page, 'How to judge')).toContainText('The message: npm test must pass')
  await page.getByRole('textbox', { name: 'Message for all lanes' }).fill('')
  await page.getByRole('radio', { name: /^1 / }).press('Space')
  await page.getByRole('button', { name: 'Tasks', exact: true }).click()
  await compareOnSampleTasks(page)

  const matrix = page.getByRole('table', { name: /^Trials by lane and task/ })
  await matrix.locator('[data-cell="1 0"]').focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /^Timeline/ })
    .first()
    .click()
  const verdict = region(page, 'Check of this run')
  await expect(verdict).toContainText(/The check failed: .* exited with 1\./)
  await expect(page.getByText('check failed').first()).toBeVisible()
  const inspector = region(page, 'Inspector')
  await expect(inspector).toContainText('check failed')
  await expect(inspector.getByText('none was run')).toHaveCount(0)
  await expect(inspector.locator('dl').first()).toContainText('fails')
  // Nothing there is green and completed.
  await expect(page.locator('.chat-state.ok').filter({ hasText: 'completed' })).toHaveCount(0)
  await verdict.getByRole('button', { name: 'Output of the check' }).click()
  await expect(verdict).toContainText(/fail|Error|not/i)
  await expectNoAxeViolations(page)
  await look(page, 'failed-trial')
  await expect(page.getByText(/20 of 20 trials done/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Back to the trials' }).click()
  await page.getByRole('button', { name: 'Compare with A' }).first().click()
  const figures = page.getByRole('table', { name: 'Figures' })
  await expect(figures.getByRole('row').nth(1)).toContainText(
    /^Check.*The check (passed|failed).*The check (failed|passed)/,
  )
  await look(page, 'side-by-side')
})

test('the axes of lanes end where their own measure ends', async ({ page, openSample }) => {
  test.setTimeout(300_000)
  await openSample()
  await setUpLanes(page)
  await allowEverything(page)
  await startLanes(page)
  await untilChecked(page)
  for (const axis of ['Working time', 'Tokens']) {
    await page.getByRole('radio', { name: axis, exact: true }).first().click({ force: true })
    // The longest lane ends at the end of the axis.
    await expect.poll(() => widest(page), { message: axis }).toBeGreaterThan(0.8)
    await look(page, `axis-${axis.replace(' ', '-')}`)
  }
})

/** How far the last bar of the longest lane reaches, as a share of its picture. */
function widest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shares = [...document.querySelectorAll('[aria-label^="Timeline of Lane"]')].flatMap((lane) => {
      const picture = lane.querySelector('canvas')?.getBoundingClientRect()
      const bars = [...lane.querySelectorAll('button[data-span]')].map((bar) => bar.getBoundingClientRect().right)
      return picture === undefined || bars.length === 0 ? [] : [(Math.max(...bars) - picture.left) / picture.width]
    })
    return Math.max(0, ...shares)
  })
}

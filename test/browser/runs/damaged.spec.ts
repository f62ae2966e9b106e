import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { migrations } from '../../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../../src-main/store/database/open-database.ts'
import { test } from '../../kit/window/app-test.ts'
import { region, send } from '../../kit/window/first-minutes.ts'
import { chat, untilEnded } from '../../kit/window/window-steps.ts'

const pictures = path.resolve(import.meta.dirname, '../../../test-results/pictures')

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}.png`) })
  }
}

/** One letter of what the first tool call showed is another one, in the event that holds it, as a disk may do. */
const oneLetter = `UPDATE events SET text = replace(text, 'milk', 'mylk')
  WHERE seq = (SELECT min(seq) FROM events WHERE text LIKE '%"tool-end"%')`

test('damage in a run is marked in chat, timeline and the list, and it is not exported as whole (T40)', async ({
  page,
  home,
  project,
  start,
  openScripted,
}) => {
  const { app } = await openScripted((_, turn) =>
    turn < 2
      ? { kind: 'answer', calls: [{ tool: 'read_file', arguments: { path: 'src/notes.txt' } }] }
      : { kind: 'answer', text: 'There is milk.' },
  )
  await send(page, 'What is there?')
  await untilEnded(page)
  await app.stop()
  const database = openDatabase(path.join(home, 'stratagem.db'), migrations)
  expect(database.run(oneLetter)).toBe(1)
  database.close()

  await page.goto((await start('--project', project)).url)
  await region(page, 'Conversations').getByRole('button', { name: 'What is there?', exact: true }).click()
  await expect(chat(page).getByText('An entry of the log was damaged on disk here')).toBeVisible()
  await expect(chat(page).getByText('Part of this run was damaged on disk')).toBeVisible()
  const mark = region(page, 'Timeline').getByRole('button', { name: /^warning/ })
  await expect(mark.first()).toBeAttached()
  const list = region(page, 'Conversations').getByRole('list', { name: 'Conversations by day' })
  await expect(list.getByText('damaged on disk')).toBeVisible()
  await expect(list.getByRole('button', { name: 'What is there?', exact: true })).toHaveAccessibleDescription(
    /damaged on disk/,
  )
  await takePictures(page, 'damaged-run')
  await page.keyboard.press('Control+K')
  await page.getByRole('option', { name: 'Export this conversation…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this conversation' })
  await expect(dialog.getByText(/damaged on disk/)).toBeVisible()
  await expect(dialog.getByText(/the answer to message 1, started .* \(from entry \d+ of its log\)/)).toBeVisible()
  await expect(dialog.getByText(/run_/)).toHaveCount(0)
  const save = dialog.getByRole('button', { name: 'Save', exact: false })
  await expect(save).toBeDisabled()
  await takePictures(page, 'damaged-export')
  await dialog.getByRole('button', { name: 'Export with the damage marked' }).click()
  await expect(save).toBeEnabled()
})

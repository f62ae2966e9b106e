import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { region } from '../../kit/window/first-minutes.ts'
import { messageBox } from '../../kit/window/window-steps.ts'

test('a folder is opened by the dialog; one that is not there or has gone says so and what to do', async ({
  page,
  project,
  start,
}) => {
  const app = await start()
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Open project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open project' })
  const folder = dialog.getByRole('textbox', { name: 'Folder' })
  await expect(folder).not.toHaveValue('')
  await folder.fill(path.join(project, 'nowhere'))
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
  await expect(dialog.getByRole('alert')).toContainText('nowhere')
  await folder.fill(project)
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(region(page, 'Conversations')).toContainText(path.basename(project))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('back to the projects')
  await page.keyboard.press('Enter')
  rmSync(project, { recursive: true })
  await page.reload()
  await page.getByRole('button', { name: new RegExp(`^${path.basename(project)}`) }).click()
  await expect(page.getByRole('alert')).toContainText(/not there|missing|gone|moved/i)
  await expect(messageBox(page)).toHaveCount(0)
})

test('--project opens a folder at once', async ({ page, project, start }) => {
  const app = await start('--project', project)
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  await expect(region(page, 'Conversations')).toContainText(path.basename(project))
})

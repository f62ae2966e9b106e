import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../kit/window/desktop-test.ts'
import { openSampleProject, region, send } from '../kit/window/first-minutes.ts'
import { chat, ending, messageBox, toFirstMessage } from '../kit/window/window-steps.ts'

test('a conversation is saved as a file and comes back from it', async ({ home, open }) => {
  const { app, page } = await open()
  await openSampleProject(page)
  await expect(messageBox(page)).toBeVisible()
  await send(page, 'What is in this folder?')
  await expect(ending(page)).toHaveText('completed')
  const exportFolder = mkdtempSync(path.join(tmpdir(), 'stratagem-kept-'))
  const file = path.join(exportFolder, 'talk.stratagem')
  // Stands for the system's dialog, which no test can answer.
  await app.evaluate(({ session }, to) => {
    session.defaultSession.once('will-download', (_event, item) => item.setSavePath(to))
  }, file)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Export this conversation…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this conversation' })
  await expect(dialog.getByText('No secrets detected.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => existsSync(file)).toBe(true)
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Import…' }).click()
  const taking = page.getByRole('dialog', { name: 'Import' })
  await taking.getByLabel('File', { exact: true }).setInputFiles(file)
  await taking.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Project Imported/ })).toBeVisible()
  await toFirstMessage(page)
  await expect(chat(page).getByText('What is in this folder?').first()).toBeVisible()
  await expect(region(page, 'Timeline')).toBeVisible()
  expect(existsSync(path.join(home, 'Imported'))).toBe(true)
  rmSync(exportFolder, { recursive: true, force: true })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { region, send } from '../../kit/window/first-minutes.ts'
import { chat, untilEnded } from '../../kit/window/window-steps.ts'

test('names of files lead to the viewer at their line, by pointer, by keyboard and by the palette, and on to the editor', async ({
  page,
  home,
  project,
  openScripted,
}) => {
  await openScripted(() => ({ kind: 'answer', text: 'Look at `src/notes.txt:2`, not at src/none.txt.' }))
  await send(page, 'Where is it?')
  await untilEnded(page)
  const link = chat(page).getByRole('link', { name: 'src/notes.txt:2' })
  await link.click()
  const viewer = region(page, 'File')
  const line = viewer.locator('[aria-current="location"]')
  await expect(line).toContainText('bread')
  await expect(chat(page).getByRole('link')).toHaveCount(1)

  // A reload comes back to the file.
  await page.reload()
  await expect(line).toContainText('bread')
  await viewer.getByLabel('Find in the file').fill('milk')
  await expect(line).toContainText('milk')
  await expectNoAxeViolations(page)

  // The menu of the name, by keyboard.
  await link.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Open in editor' }).waitFor()
  await page.keyboard.press('Escape')

  const said = path.join(home, 'said.txt')
  const code = `require('fs').writeFileSync(${JSON.stringify(said)}, process.argv.slice(1).join(' '))`
  await page.keyboard.press('Control+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Editor' }).click()
  await settings.getByRole('combobox', { name: 'Editor' }).click()
  await page.getByRole('option', { name: 'A program…' }).click()
  await settings.getByLabel('Program').fill(process.execPath)
  await settings.getByLabel('Arguments').fill(`-e\n${code}\n{file}:{line}`)
  await expectNoAxeViolations(page)
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect.poll(() => read(said)).toMatch(/write-a-strategy\.md:3$/)
  await page.keyboard.press('Escape')
  await link.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open in editor' }).click()
  await expect.poll(() => read(said)).toBe(`${path.join(project, 'src', 'notes.txt')}:2`)

  await page.keyboard.press('Control+p')
  await page.getByRole('combobox', { name: 'Files' }).fill('notes:1')
  await page.getByRole('option', { name: 'src/notes.txt' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(line).toContainText('milk')
  await viewer.getByRole('button', { name: 'Open large' }).click()
  const large = page.getByRole('dialog', { name: 'File' })
  await expect(large.locator('[aria-current="location"]')).toContainText('milk')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
})

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

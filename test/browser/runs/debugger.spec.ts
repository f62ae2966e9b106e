import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { region, send } from '../../kit/window/first-minutes.ts'
import { approval, chat, settings, untilEnded } from '../../kit/window/window-steps.ts'

test('a run pauses at a breakpoint; the edited call asks for approval, and is marked', async ({
  page,
  project,
  openScripted,
}) => {
  const write = { tool: 'write_file', arguments: { path: 'src/new.txt', content: 'of the model' } }
  await openScripted((_request, turn) =>
    turn % 2 === 0 ? { kind: 'answer', calls: [write] } : { kind: 'answer', text: 'Written.' },
  )
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Breakpoints' }).click()
  const field = settings(page).getByRole('textbox', { name: 'New breakpoint' })
  await field.fill('write_file')
  await field.press('Enter')
  await expect(settings(page).getByText('"write_file" is not a breakpoint.')).toBeVisible()
  await field.fill('tool:write_file')
  await field.press('Enter')
  await expect(settings(page).getByRole('button', { name: 'Remove the breakpoint tool:write_file' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await send(page, 'Write a file')
  const paused = page.getByRole('dialog', { name: 'Run paused' })
  await expect(paused).toContainText('Paused before write_file src/new.txt')
  await paused.getByRole('button', { name: 'Edit' }).click()
  const editor = paused.getByRole('textbox', { name: 'The step as it will be performed' })
  const text = await editor.inputValue()
  await editor.fill(text.replace('"path": "src/new.txt"', '"path": 1'))
  await paused.getByRole('button', { name: 'Continue' }).click()
  await expect(paused.getByText(/arguments of write_file are not right/)).toBeVisible()
  await editor.fill(text.replace('of the model', 'of mine'))
  await expectNoAxeViolations(page)
  await paused.getByRole('button', { name: 'Continue' }).click()
  await expect(approval(page)).toContainText('of mine')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await untilEnded(page)
  expect(readFileSync(path.join(project, 'src', 'new.txt'), 'utf8')).toBe('of mine')
  await expect(chat(page).getByText('Edited by you: arguments or limits')).toBeVisible()

  const call = region(page, 'Timeline')
    .getByRole('button', { name: /^tool write_file/ })
    .first()
  await call.press('Enter')
  await expect(region(page, 'Inspector').getByText('of the model')).toBeVisible()
  await chat(page).getByText('Edited by you').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove breakpoint tool:write_file' }).click()
  await send(page, 'Again')
  await untilEnded(page)
  await expect(paused).toHaveCount(0)
})

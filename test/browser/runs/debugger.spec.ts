import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { chooseStrategy, region, request, send } from '../../kit/window/first-minutes.ts'
import { approval, chat, settings, untilEnded } from '../../kit/window/window-steps.ts'

test('a run pauses at a breakpoint; the edited call asks for approval, and is marked', async ({
  page,
  project,
  openScripted,
}) => {
  const write = { tool: 'write_file', arguments: { path: 'src/new.txt', content: 'of the model' } }
  await openScripted((_request, turn) =>
    turn === 0 ? { kind: 'answer', calls: [write] } : { kind: 'answer', text: 'Written.' },
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
  const edited = region(page, 'Inspector').getByRole('region', { name: 'Edited by you: arguments or limits' })
  await expect(edited).toContainText('of the model')
  await expect(edited).toContainText('of mine')

  // It is marked in the conversation and on the timeline; F9, the marks and the menu add and remove it.
  const marks = page.getByRole('button', { name: 'Remove breakpoint tool:write_file' })
  await expect(chat(page).getByRole('button', { name: 'Remove breakpoint tool:write_file' })).toBeVisible()
  await expect(call).toHaveAccessibleName(/, breakpoint$/)
  await page.keyboard.press('F9')
  await expect(marks).toHaveCount(0)
  await page.keyboard.press('F9')
  await chat(page).getByRole('button', { name: 'Remove breakpoint tool:write_file' }).click()
  await expect(marks).toHaveCount(0)
  await chat(page).getByText('Edited by you').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add breakpoint path:src/new.txt' }).click()
  await expect(chat(page).getByRole('button', { name: 'Remove breakpoint path:src/new.txt' })).toBeVisible()

  // The answer of the model by hand, with a call that pauses the run by its path.
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Breakpoints' }).click()
  await field.fill('role:*')
  await field.press('Enter')
  await expect(settings(page).getByRole('button', { name: 'Remove the breakpoint role:*' })).toBeVisible()
  await page.keyboard.press('Escape')
  await send(page, 'Again')
  await expect(paused).toContainText('Paused before a call of')
  await paused.getByRole('button', { name: 'Answer by hand' }).click()
  await paused.getByRole('textbox', { name: 'Your answer in place of the step' }).fill('By hand.')
  await paused.getByRole('button', { name: 'Add a tool call' }).click()
  await paused.getByRole('combobox', { name: 'Tool of call 1' }).click()
  await page.getByRole('option', { name: 'write_file' }).click()
  const given = paused.getByRole('textbox', { name: 'Arguments of call 1' })
  await given.fill('{"path": "src/new.txt"}')
  await paused.getByRole('button', { name: 'Continue' }).click()
  await expect(paused.getByText(/arguments of write_file do not fit: content/)).toBeVisible()
  await given.fill('{"path": "src/new.txt", "content": "by hand"}')
  await expectNoAxeViolations(page)
  await paused.getByRole('button', { name: 'Continue' }).click()
  await expect(paused).toContainText('Paused before write_file src/new.txt')
  await paused.getByRole('button', { name: 'Run to' }).click()
  await page.getByRole('menuitem', { name: 'Model call' }).click()
  await expect(paused).toContainText('Paused before a call of')
  await paused.getByRole('button', { name: 'Continue' }).click()
  await untilEnded(page)
  await expect(chat(page).getByText('Answered by you')).toBeVisible()
  await expect(chat(page).getByText('By hand.')).toBeVisible()
})

test('a breakpoint on the phase map pauses the run there, and the map runs it on to another phase', async ({
  page,
  openSample,
}) => {
  await openSample()
  await chooseStrategy(page, /Plan, revise, execute/)
  await page.getByRole('button', { name: 'Strategy options' }).click()
  const dot = page.getByRole('button', { name: 'Breakpoint at plan' })
  await dot.press('Enter')
  await expect(dot).toHaveAttribute('aria-pressed', 'true')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await send(page, request)
  const paused = page.getByRole('dialog', { name: 'Run paused' })
  await expect(paused).toContainText('Breakpoint phase:plan')
  const map = region(page, 'Inspector').getByRole('figure', { name: 'Phase map' })
  await map.getByRole('button', { name: 'Run to evaluate' }).click()
  await expect(paused).toContainText('Run to phase:evaluate')
  await paused.getByRole('button', { name: 'Run to' }).click()
  await page.getByRole('menuitem', { name: 'evaluate' }).first().click()
  await expect(paused).not.toContainText('Run to phase:evaluate')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await untilEnded(page, 'stopped')
})

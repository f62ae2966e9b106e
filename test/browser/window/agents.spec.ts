import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { chooseStrategy, send } from '../../kit/window/first-minutes.ts'
import { chat, settings, untilEnded } from '../../kit/window/window-steps.ts'

test('an agent is added, signed in to and tested, and its model is chosen for a message and a lane', async ({
  page,
  openScripted,
}) => {
  await openScripted(() => ({ kind: 'answer', text: 'Hello.' }))
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Agents' }).click()
  await settings(page).getByRole('button', { name: 'Add an agent' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('scripted')
  await page.getByRole('textbox', { name: 'Command' }).fill(process.execPath)
  const script = path.resolve(import.meta.dirname, '../../kit/acp/fault-agent-process.ts')
  const behavior = page.getByRole('textbox', { name: 'Arguments' })
  await behavior.fill(`${script}\nlogin`)
  await settings(page).getByRole('button', { name: 'Test', exact: true }).click()
  await expect(settings(page).getByRole('alert')).toContainText('sign in first')
  const ways = settings(page).getByRole('region', { name: 'Ways to sign in' })
  await expect(ways.locator('code')).toContainText('login --login')
  await expectNoAxeViolations(page)
  await ways.getByRole('button', { name: 'Sign in: Browser' }).click()
  await expect(settings(page).getByRole('region', { name: 'Test result' })).toContainText('small, large')
  await behavior.fill(`${script}\nchooser`)
  await settings(page).getByRole('button', { name: 'Test', exact: true }).click()
  await expect(settings(page).getByRole('region', { name: 'Test result' })).toContainText('scripted 1.2.3')
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(settings(page).getByRole('listitem').filter({ hasText: 'yours' })).toContainText('1.2.3')
  await page.keyboard.press('Escape')

  await chooseStrategy(page, /^Agent/)
  await page.getByRole('combobox', { name: 'Agent', exact: true }).click()
  await page.getByRole('option', { name: /scripted/ }).click()
  const model = page.getByRole('button', { name: 'Model and mode of scripted' })
  await model.click()
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await page.getByRole('option', { name: 'large' }).click()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(model).toHaveText('large')
  await send(page, 'Say which you are')
  await untilEnded(page)
  await expect(chat(page)).toContainText('large: Say which you are')

  // A lane starts with the same, and has its own.
  await page.getByRole('button', { name: 'Compare', exact: true }).last().click()
  const lane = page.getByRole('region', { name: 'Lane A' })
  await expect(lane.getByRole('button', { name: 'Model and mode of scripted' })).toHaveText('large')
  await expect(lane.getByRole('combobox', { name: 'Model', exact: true })).toHaveCount(0)
})

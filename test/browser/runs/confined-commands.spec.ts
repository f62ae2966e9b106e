import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { findSandbox } from '../../../src-main/sandbox/find-sandbox.ts'
import { test } from '../../kit/window/app-test.ts'
import { setUpLanes } from '../../kit/window/compare-steps.ts'
import { send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, settings, untilEnded } from '../../kit/window/window-steps.ts'

const run = (command: string): WindowAnswer => ({ kind: 'answer', calls: [{ tool: 'shell', arguments: { command } }] })

async function rightOf(control: Locator): Promise<number> {
  const box = await control.boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0)
}

test('an approval says where a command may write, the result why it could not, and the settings what does it', async ({
  page,
  project,
  openScripted,
}) => {
  const confines = (await findSandbox()).sandbox !== null
  // Neither in a temporary folder nor in the user's own, wherever the tests are run.
  const outside = '/usr/stratagem-written-outside'
  const answers = [run(`echo in >inside.txt; echo out >'${confines ? outside : '/nowhere/at/all'}'`)]
  await openScripted((_, turn) => answers[turn] ?? { kind: 'answer', text: 'Done.' })
  await send(page, 'Write where you can')
  await expect(approval(page)).toContainText(confines ? 'Can write only to this project' : 'Can write wherever you can')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await untilEnded(page)
  expect(readFileSync(path.join(project, 'inside.txt'), 'utf8')).toBe('in\n')
  if (confines) {
    expect(() => readFileSync(outside)).toThrow(/ENOENT/)
    await expect(
      chat(page)
        .getByText(/Commands are kept to their own folder here/)
        .first(),
    ).toBeVisible()
  }

  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Approval' }).click()
  const words = settings(page).getByRole('status', { name: 'How commands are restricted' })
  await expect(words).toHaveText(
    confines ? /^On this computer, commands are restricted by/ : /^This computer can’t restrict commands/,
  )
  const keep = settings(page).getByRole('switch', { name: /^Restrict commands to the project/ })
  await expect(keep).toBeChecked({ checked: confines })
  // Names of variables that commands may have are kept as they are listed.
  const variables = settings(page).getByRole('textbox', { name: 'Allowed variables' })
  await variables.fill('DB_PASSWORD, MY_TOKEN')
  await variables.blur()
  await page.reload()
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Approval' }).click()
  await expect(variables).toHaveValue('DB_PASSWORD MY_TOKEN')
  // Its row is like the one under it: the control at the right.
  const network = settings(page).getByRole('combobox', { name: 'Network for commands' })
  expect(await rightOf(keep)).toBeCloseTo(await rightOf(network), 0)
  if (!confines) return
  await keep.click()
  await expect(keep).not.toBeChecked()
  await page.reload()
  await expect(chat(page).getByText('Done.')).toBeVisible()
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Approval' }).click()
  await expect(settings(page).getByRole('switch', { name: /^Restrict commands to the project/ })).not.toBeChecked()
})

test('where a comparison is set up it is said whether commands stay in their lane', async ({ page, openSample }) => {
  const { sandbox } = await findSandbox()
  await openSample()
  await setUpLanes(page)
  const words =
    sandbox === null
      ? /its commands are not restricted to that copy\. This computer can’t restrict commands/
      : /can write only to the lane’s copy, its temporary folder and package caches/
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible()
})

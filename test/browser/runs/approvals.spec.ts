import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { allowEverything, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, messageBox, settings, timeline, untilEnded } from '../../kit/window/window-steps.ts'

const write = (text: string): WindowAnswer => ({
  kind: 'answer',
  calls: [{ tool: 'write_file', arguments: { path: 'src/new.txt', content: text } }],
})
const run = (command: string): WindowAnswer => ({ kind: 'answer', calls: [{ tool: 'shell', arguments: { command } }] })
const say = (text: string): WindowAnswer => ({ kind: 'answer', text })

test('what is denied does not happen, and the model reads why', async ({ page, project, openScripted }) => {
  const answers = [write('not wanted'), say('I leave it.')]
  const { model } = await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await send(page, 'Write a file')
  await expect(approval(page)).toContainText('not wanted')
  await approval(page).getByRole('textbox', { name: /Note/ }).fill('Names of files are to be in German')
  await approval(page).getByRole('button', { name: 'Deny' }).click()
  await expect(chat(page).getByText('I leave it.')).toBeVisible()
  await untilEnded(page)
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Names of files are to be in German')
  expect(() => readFileSync(path.join(project, 'src', 'new.txt'))).toThrow(/ENOENT/)
})

test('"Always allow" keeps a rule that is listed in the settings, and asks again once it is removed', async ({
  page,
  project,
  openScripted,
}) => {
  writeFileSync(path.join(project, 'say.js'), 'console.log("said")\n')
  const answers = [run('node say.js'), run('node say.js'), say('Twice.'), run('node say.js'), say('Thrice.')]
  await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await send(page, 'Say it twice')
  await approval(page).getByRole('button', { name: 'Always allow' }).click()
  await expect(chat(page).getByText('Twice.')).toBeVisible()
  await untilEnded(page)

  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Approval' }).click()
  await expect(settings(page).getByRole('button', { name: /^Remove the rule/ })).toHaveCount(1)
  await settings(page)
    .getByRole('button', { name: /^Remove the rule node say\.js/ })
    .click()
  await expect(settings(page).getByText('No rules yet.')).toBeVisible()
  await page.keyboard.press('Escape')

  await send(page, 'And again')
  await expect(approval(page)).toContainText('node say.js')
  // In the message box letters are text, and the chord is the answer, once the question has been there for a moment.
  await messageBox(page).pressSequentially('no')
  await expect(messageBox(page)).toHaveValue('no')
  await expect(async () => {
    // Once it is answered, the chord would send what stands in the box.
    if (await approval(page).isVisible()) await messageBox(page).press('Control+Enter')
    await expect(approval(page)).toBeHidden({ timeout: 5000 })
  }).toPass()
  await expect(chat(page).getByText('Thrice.')).toBeVisible()
  await expect(messageBox(page)).toHaveValue('no')
})

test('a rule that denies is written, tested in place, and holds in “Allow everything”; its removal is undone', async ({
  page,
  openScripted,
}) => {
  const { model } = await openScripted((_request, turn) =>
    turn === 0 ? run('echo out && git push --force') : say('Denied.'),
  )
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Approval' }).click()
  await settings(page).getByRole('button', { name: 'Add a rule' }).click()
  const form = settings(page).getByRole('form', { name: 'New rule' })
  await form.getByRole('textbox', { name: 'Pattern' }).fill('git push *')
  const tested = settings(page).getByRole('group', { name: 'Test the rules' })
  await tested.getByRole('textbox', { name: 'Command' }).fill('cd sub && git push')
  await expect(tested.getByRole('status')).toHaveText('Does not run: by the new rule.')
  await expectNoAxeViolations(page)
  await form.getByRole('button', { name: 'Save the rule' }).click()
  const rules = settings(page).getByRole('list', { name: 'Approval rules' })
  await expect(rules.getByRole('listitem')).toHaveCount(1)
  await expect(tested.getByRole('status')).toHaveText('Does not run: by the rule “git push *”.')
  await tested.getByRole('textbox', { name: 'Command' }).fill('git pull')
  await expect(tested.getByRole('status')).toHaveText('Asks you: by the mode “Ask first”.')
  await page.keyboard.press('Escape')

  await allowEverything(page)
  await send(page, 'Push it')
  await expect(chat(page).getByText('Denied.')).toBeVisible()
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('The user’s rule “git push *” denies this')

  await page.keyboard.press('Control+,')
  await rules.getByRole('button', { name: 'Remove the rule git push *' }).click()
  await expect(settings(page).getByText('No rules yet.')).toBeVisible()
  await rules.getByRole('button', { name: 'Undo' }).click()
  await expect(rules.getByText('git push *')).toBeVisible()
})

test('characters that hide or turn the text around are shown in what is approved (T24)', async ({
  page,
  openScripted,
}) => {
  const answers = [run('echo safe\u202E; rm -rf \u200B/'), say('Fine.')]
  await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await send(page, 'Be tricky')
  await expect(approval(page)).toBeVisible()
  const shown = (await approval(page).textContent()) ?? ''
  expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F]/)
  expect(shown).toContain('rm -rf')
  const ligatures = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).fontVariantLigatures !== 'none')
        .length,
  )
  expect(ligatures).toBe(0)
  await approval(page).getByRole('button', { name: 'Deny' }).click()
  await expect(chat(page).getByText('Fine.')).toBeVisible()
})

test('a limit ends in a question: more, then a last answer', async ({ page, openScripted }) => {
  const look: WindowAnswer = { kind: 'answer', calls: [{ tool: 'list_directory', arguments: { path: '.' } }] }
  await openScripted((_request, turn) => (turn < 3 ? look : say('That is all I know.')))
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Limits' }).click()
  await expect(settings(page).getByRole('combobox', { name: 'At a limit' })).toContainText('Ask me')
  await settings(page)
    .getByRole('textbox', { name: /^Model calls/ })
    .fill('2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await send(page, 'Look around')
  const card = page.getByRole('dialog', { name: 'Limit reached' })
  await expect(card).toContainText('1 model call of its limit of 2 model calls')
  // The question waits in the host, not in the window.
  await page.reload()
  await card.getByRole('textbox', { name: 'How many more model calls' }).fill('2')
  await expectNoAxeViolations(page)
  await card.getByRole('button', { name: 'Allow more' }).click()
  await expect(card).toContainText('3 model calls of its limit of 4 model calls')
  // Not in the moment in which the question appears.
  await expect(async () => {
    await card.press('w')
    await expect(chat(page).getByText('That is all I know.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await untilEnded(page)
  await expect(timeline(page).getByRole('button', { name: /^phase wrap up/ })).toBeVisible()
})

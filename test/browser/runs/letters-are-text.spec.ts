import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { chooseStrategy, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, messageBox, settings, stopButton, untilEnded } from '../../kit/window/window-steps.ts'

// A letter typed into a text field is text (window P1-1), and a key answers only what is in sight (P1-2).

test.use({ folded: true })
// Time is the test's: what a timer or a short moment would decide is decided at once.
test.beforeEach(({ page }) => page.clock.install())
/** Longer than any time in which a lone letter was once taken for an answer, or in which keys are ignored. */
const pass = (page: Page) => page.clock.fastForward(1000)

const run = (command: string): WindowAnswer => ({ kind: 'answer', calls: [{ tool: 'shell', arguments: { command } }] })
const say = (text: string): WindowAnswer => ({ kind: 'answer', text })
const touch = run("node -e \"require('fs').writeFileSync('ran.txt', '1')\"")

/** Everything that may decide by a key, one after the other, with pauses in which a timer could take it. */
async function typeLetters(page: Page, letters = 'yanwcsoe'): Promise<void> {
  await messageBox(page).focus()
  for (const letter of letters) {
    await messageBox(page).press(letter)
    await expect(messageBox(page)).toHaveValue(letter)
    await pass(page)
    await expect(messageBox(page)).toHaveValue(letter)
    await messageBox(page).fill('')
  }
}

const storedRules = async (page: Page): Promise<number> => {
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Approval' }).click()
  await expect(settings(page).getByRole('button', { name: 'Add a rule' })).toBeVisible()
  const count = await settings(page)
    .getByRole('button', { name: /^Remove the rule/ })
    .count()
  await page.keyboard.press('Escape')
  return count
}

test('letters typed into the message box decide no approval; the chord allows once', async ({
  page,
  project,
  openScripted,
}) => {
  await openScripted((_request, turn) => (turn === 0 ? touch : say('Over.')))
  await messageBox(page).fill('Do it')
  await messageBox(page).press('Enter')
  await expect(approval(page)).toBeVisible()
  await expect(messageBox(page)).toBeFocused()
  await typeLetters(page)
  await expect(approval(page)).toBeVisible()
  expect(existsSync(path.join(project, 'ran.txt'))).toBe(false)
  expect(await storedRules(page)).toBe(0)

  await test.step('Escape goes to the question and back, and stops nothing', async () => {
    await messageBox(page).focus()
    await page.keyboard.press('Escape')
    await expect(approval(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(messageBox(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(approval(page)).toBeFocused()
    await expect(stopButton(page)).toBeVisible()
  })

  await messageBox(page).fill('a better way would be')
  await messageBox(page).press('Control+Enter')
  await untilEnded(page)
  expect(existsSync(path.join(project, 'ran.txt'))).toBe(true)
  // What was being written is still there: the chord answered, and sent nothing.
  await expect(messageBox(page)).toHaveValue('a better way would be')
})

test('letters composed by an input method, and in other text fields, decide nothing', async ({
  page,
  project,
  openScripted,
}) => {
  await openScripted((_request, turn) => (turn === 0 ? touch : say('Over.')))
  await send(page, 'Do it')
  await expect(approval(page)).toBeVisible()
  await test.step('a composition', async () => {
    await messageBox(page).focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'や', selectionStart: 1, selectionEnd: 1 })
    for (const key of ['y', 'n', 'a'])
      await messageBox(page).evaluate((box, pressed) => {
        const made = { key: pressed, bubbles: true, cancelable: true, isComposing: true, keyCode: 229 }
        box.dispatchEvent(new KeyboardEvent('keydown', made))
        // Some input methods send their keys to the page itself.
        document.body.dispatchEvent(new KeyboardEvent('keydown', made))
      }, key)
    await session.send('Input.insertText', { text: 'や' })
    await expect(messageBox(page)).toHaveValue('や')
    await messageBox(page).fill('')
  })
  await test.step('an element that is edited in place', async () => {
    await page.evaluate(() => {
      const field = document.createElement('div')
      field.contentEditable = 'true'
      field.innerHTML = '<p id="inner">text</p>'
      document.querySelector('section[aria-label="Conversation"]')?.append(field)
      field.focus()
    })
    for (const key of ['y', 'n', 'a']) await page.keyboard.press(key)
  })
  await test.step('the note of the question itself', async () => {
    const note = approval(page).getByRole('textbox', { name: /Note/ })
    await note.pressSequentially('nay')
    await expect(note).toHaveValue('nay')
  })
  await expect(approval(page)).toBeVisible()
  expect(existsSync(path.join(project, 'ran.txt'))).toBe(false)
  await approval(page).getByRole('button', { name: 'Deny' }).click()
  await untilEnded(page)
})

test('letters in the box decide neither a limit, a plan, nor a paused step', async ({ page, openScripted }) => {
  const look: WindowAnswer = { kind: 'answer', calls: [{ tool: 'list_directory', arguments: { path: '.' } }] }
  await openScripted((_request, turn) => (turn < 1 ? look : say('That is all.')))
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'Limits' }).click()
  await settings(page)
    .getByRole('textbox', { name: /^Model calls/ })
    .fill('1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await send(page, 'Look around')
  const limit = page.getByRole('dialog', { name: 'Limit reached' })
  await expect(limit).toBeVisible()
  await typeLetters(page, 'nwy')
  await expect(limit).toBeVisible()
  // It asks before each further call.
  await expect(async () => {
    await pass(page)
    if ((await limit.count()) > 0) await messageBox(page).press('Control+Enter')
    await expect(stopButton(page)).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(chat(page).getByText('That is all.').first()).toBeVisible()
  await untilEnded(page)
})

test('letters in the box reject no plan', async ({ page, openSample }) => {
  await openSample()
  await chooseStrategy(page, /^Plan and execute/)
  await page.getByRole('combobox', { name: 'Strategy', exact: true }).click()
  await page.keyboard.press('Escape')
  await send(page, 'Fix the failing test')
  const asked = page.getByRole('dialog', { name: 'Approve plan' }).or(approval(page))
  await expect(asked).toBeVisible()
  await typeLetters(page, 'nye')
  await expect(asked).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
})

test('a key does not answer a question that something covers', async ({ page, project, openScripted }) => {
  await openScripted((_request, turn) => (turn === 0 ? touch : say('Over.')))
  await send(page, 'Do it')
  await expect(approval(page)).toBeVisible()
  const cover = await page.evaluateHandle(() => {
    const box = document.querySelector('[aria-label="Approve tool call"]')?.getBoundingClientRect()
    const lid = document.createElement('div')
    Object.assign(lid.style, { position: 'fixed', zIndex: '999', background: 'gray', height: '12px', width: '40px' })
    // Over a corner only.
    Object.assign(lid.style, { left: `${(box?.right ?? 0) - 40}px`, top: `${box?.top ?? 0}px` })
    document.body.append(lid)
    return lid
  })
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await pass(page)
  await page.keyboard.press('y')
  await approval(page).press('y')
  await expect(approval(page)).toBeVisible()
  expect(existsSync(path.join(project, 'ran.txt'))).toBe(false)
  await cover.evaluate((lid) => lid.remove())
  await approval(page).press('y')
  await untilEnded(page)
  expect(existsSync(path.join(project, 'ran.txt'))).toBe(true)
})

test('"Always allow" by key wants a second key, names its rule, and is undone for the run under way too', async ({
  page,
  openScripted,
}) => {
  const answers = [touch, touch, touch, say('Thrice.')]
  await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await send(page, 'Do it thrice')
  await expect(approval(page)).toBeVisible()
  await pass(page)
  await approval(page).press('a')
  const always = approval(page).getByRole('button', { name: /^Always allow/ })
  await expect(always).toBeFocused()
  expect(await storedRules(page)).toBe(0)
  await expect(approval(page)).toBeVisible()
  await always.press('Enter')
  // The second call runs without asking, the third as well.
  await untilEnded(page)
  const toast = page.getByRole('listitem').filter({ hasText: 'without asking' })
  await expect(toast).toContainText('ran.txt')
  expect(await storedRules(page)).toBe(1)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => storedRules(page)).toBe(0)
})

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, messageBox, untilEnded } from '../../kit/window/window-steps.ts'

// Questions stay in sight, and edits that wait together are one list (window P1-2).

test.use({ folded: true })
test.beforeEach(({ page }) => page.clock.install())

const say = (text: string): WindowAnswer => ({ kind: 'answer', text })
const lines = (count: number) => Array.from({ length: count }, (_, at) => `export const value${at} = ${at}\n`).join('')
const write = (name: string, count = 4) => ({ tool: 'write_file', arguments: { path: name, content: lines(count) } })
const many = (count: number): WindowAnswer => ({
  kind: 'answer',
  text: 'I write the files.',
  calls: Array.from({ length: count }, (_, at) => write(`src/mod${at}.js`, 4 + at)),
})
const list = (page: Page) => page.getByRole('dialog', { name: 'Approve edits' })
/** Later than the moment in which a key is not yet taken for an answer. */
const pass = (page: Page) => page.clock.fastForward(1000)

test('twelve edits of one answer are one list in sight, allowed together by one key', async ({
  page,
  project,
  openScripted,
}) => {
  await openScripted((_request, turn) => (turn === 0 ? many(12) : say('All written.')))
  await send(page, 'Twelve files')
  await expect(list(page)).toContainText('Edit 12 files?')
  await expect(list(page)).toBeInViewport({ ratio: 1 })
  await expect(list(page).getByRole('button', { name: 'Allow 12' })).toBeInViewport({ ratio: 1 })
  const names = await list(page)
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  expect(names).toEqual(Array.from({ length: 12 }, (_, at) => `src/mod${at}.js`))
  await expect(list(page)).toContainText('+4 −0')
  await expect(chat(page).getByText('waits for your answer below').first()).toBeVisible()
  // Nothing of what waits looks as if it ran.
  await expect(chat(page).getByRole('img', { name: 'Running' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  expect(existsSync(path.join(project, 'src/mod0.js'))).toBe(false)
  await messageBox(page).blur()
  await pass(page)
  await page.keyboard.press('y')
  await untilEnded(page)
  // The question that opened and closed below the list did not move it away from its end.
  await expect(chat(page).getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
  for (let at = 0; at < 12; at++)
    expect(readFileSync(path.join(project, `src/mod${at}.js`), 'utf8')).toBe(lines(4 + at))
})

test('files of the list are looked at, left out and allowed one by one; the model is told', async ({
  page,
  project,
  openScripted,
}) => {
  const { model } = await openScripted((_request, turn) => (turn === 0 ? many(4) : say('As you wish.')))
  await send(page, 'Four files')
  await expect(list(page)).toContainText('Edit 4 files?')
  await test.step('a diff on demand', async () => {
    await list(page)
      .getByRole('button', { name: /^src\/mod1\.js \+/ })
      .click()
    await expect(list(page)).toContainText('export const value4 = 4')
    await expect(list(page).getByRole('button', { name: 'Allow 4' })).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
  })
  await test.step('one by one', async () => {
    await list(page).getByRole('button', { name: 'Allow only this file: src/mod1.js' }).click()
    await expect.poll(() => existsSync(path.join(project, 'src/mod1.js'))).toBe(true)
    await expect(list(page)).toContainText('Edit 3 files?')
  })
  await test.step('without one', async () => {
    await list(page).getByRole('checkbox', { name: 'src/mod2.js' }).click()
    await expect(list(page)).toContainText('Edit 2 of 3 files?')
    await expect(list(page)).toContainText('Without src/mod2.js')
    await list(page).getByRole('button', { name: 'Allow 2' }).click()
  })
  await untilEnded(page)
  expect(existsSync(path.join(project, 'src/mod0.js'))).toBe(true)
  expect(existsSync(path.join(project, 'src/mod3.js'))).toBe(true)
  expect(existsSync(path.join(project, 'src/mod2.js'))).toBe(false)
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('left this file out')
})

test('edits of one file, and commands after edits, still wait for each other', async ({
  page,
  project,
  openScripted,
}) => {
  const calls = [
    write('src/one.js', 1),
    { tool: 'edit_file', arguments: { path: './src/one.js', old_text: 'value0 = 0', new_text: 'value0 = 7' } },
    { tool: 'shell', arguments: { command: "node -e \"require('fs').copyFileSync('src/one.js', 'copy.js')\"" } },
  ]
  await openScripted((_request, turn) => (turn === 0 ? { kind: 'answer', calls } : say('Done.')))
  await send(page, 'In turn')
  await expect(approval(page)).toContainText('src/one.js')
  await expect(chat(page).getByText(/waits for write_file src\/one\.js/)).toHaveCount(2)
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(approval(page)).toContainText('value0 = 7')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(approval(page)).toContainText('copyFileSync')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await untilEnded(page)
  expect(readFileSync(path.join(project, 'copy.js'), 'utf8')).toContain('value0 = 7')
})

for (const height of [900, 620])
  test(`path, question and buttons of a long diff stay in sight at ${height} px`, async ({
    page,
    project,
    openScripted,
  }) => {
    mkdirSync(path.join(project, 'deep'))
    await page.setViewportSize({ width: 1440, height })
    const answer: WindowAnswer = {
      kind: 'answer',
      text: 'A generated file.',
      calls: [write('deep/generated.js', 3000)],
    }
    await openScripted((_request, turn) => (turn === 0 ? answer : say('Written.')))
    await send(page, 'A huge one')
    for (const part of [
      approval(page),
      approval(page).getByText('deep/generated.js').first(),
      approval(page).getByRole('button', { name: 'Allow once' }),
      approval(page).getByRole('button', { name: 'Deny' }),
      messageBox(page),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    // The change itself can be read to its end.
    await approval(page)
      .getByRole('button', { name: /^Show all/ })
      .click()
    await approval(page).getByText('export const value0 = 0').hover()
    await page.mouse.wheel(0, 1_000_000)
    await expect(approval(page).getByText('export const value2999 = 2999')).toBeInViewport()
    await pass(page)
    await messageBox(page).press('Control+Enter')
    await untilEnded(page)
    expect(readFileSync(path.join(project, 'deep/generated.js'), 'utf8')).toBe(lines(3000))
  })

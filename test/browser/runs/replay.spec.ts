import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { changeLogText } from '../../kit/fake-host/change-log.ts'
import { test } from '../../kit/window/app-test.ts'
import { region, send } from '../../kit/window/first-minutes.ts'
import { gate, type WindowAnswer } from '../../kit/window/window-model.ts'
import { chat, openWithModel, stopButton, timeline, untilEnded } from '../../kit/window/window-steps.ts'

const never = new Promise<void>(() => {})
const write = (content: string, path = 'src/sweet.txt') => ({ tool: 'write_file', arguments: { path, content } })
const inspector = (page: Page) => region(page, 'Inspector')
const runMenu = (page: Page) => chat(page).getByRole('button', { name: 'More for this run' }).last()

/** A run that may do everything: it writes the file and says so. */
async function written(page: Page, url: string, modelUrl: string, message: string): Promise<void> {
  await openWithModel(page, url, { name: 'Mine', url: modelUrl })
  await page.getByRole('combobox', { name: 'Approval', exact: true }).click()
  await page.getByRole('option', { name: /everything/i }).click()
  await send(page, message)
  await untilEnded(page)
}

test('a run is replayed from its log: equal; and after its log was changed, where it diverges', async ({
  page,
  project,
  home,
  start,
  openModel,
}) => {
  const answers: WindowAnswer[] = [
    { kind: 'answer', text: 'I write it.', calls: [write('milk\n')] },
    { kind: 'answer', text: 'Written.' },
  ]
  const model = await openModel({ answer: (_request, turn) => answers[turn] ?? { kind: 'answer', text: 'More.' } })
  const app = await start('--project', project)
  await written(page, app.url, model.url, 'Write it')
  await runMenu(page).click()
  await page.getByRole('menuitem', { name: /^Verify/ }).click()
  await expect(inspector(page).getByText(/Verified: \d+ steps and the result match/)).toBeVisible()
  await expect(inspector(page)).toContainText('The recording is intact.')
  expect(model.requests).toHaveLength(2)
  await app.stop()

  changeLogText(home, 'I write it.', 'I wrote it.', 'milk\\\\n', 'honey\\\\n')
  await page.goto((await start('--project', project)).url)
  await region(page, 'Conversations').getByText('Write it').click()
  await inspector(page).getByRole('button', { name: 'Verify' }).click()
  await expect(inspector(page)).toContainText(/First difference at .*write_file/)
  await expect(inspector(page).getByText('Expected')).toBeVisible()
  await expect(inspector(page)).toContainText('The recording is damaged.')
  await inspector(page)
    .getByRole('button', { name: /write_file/ })
    .click()
  await expect(inspector(page).getByRole('heading', { name: /write_file/ })).toBeVisible()
  expect(model.requests).toHaveLength(2)
  expect(readFileSync(path.join(project, 'src', 'sweet.txt'), 'utf8')).toBe('milk\n')
})

test('a stopped run is resumed beside itself, with what it had finished not done again', async ({
  page,
  project,
  start,
  openModel,
}) => {
  let stopped = false
  const model = await openModel({
    answer: ({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool').length
      if (results === 0)
        return {
          kind: 'answer',
          text: 'I read it.',
          calls: [{ tool: 'read_file', arguments: { path: 'src/notes.txt' } }],
        }
      return stopped ? { kind: 'answer', text: 'Milk and bread.' } : { kind: 'answer', text: 'It says', until: never }
    },
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Mine', url: model.url })
  await send(page, 'What does it say?')
  await expect(chat(page).getByText('It says')).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
  stopped = true
  writeFileSync(path.join(project, 'src', 'notes.txt'), 'nothing\n')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(chat(page).getByText('Milk and bread.')).toBeVisible()
  await untilEnded(page)
  // Asked once for each of the two answers before, and once more for the one that was cut.
  expect(model.requests).toHaveLength(3)
  expect(JSON.stringify(model.requests[2]?.messages)).toContain('bread')
  await expect(chat(page).getByText('I read it.')).toBeVisible()
})

test('a run under way is played back while it goes on; Escape is back to now, and does not stop it', async ({
  page,
  openScripted,
}) => {
  const held = gate()
  const read = { tool: 'read_file', arguments: { path: 'src/notes.txt' } }
  const answers: WindowAnswer[] = [
    { kind: 'answer', text: 'I look.', calls: [read] },
    { kind: 'answer', text: 'Milk', until: held.opened, more: ' and bread.' },
  ]
  await openScripted((_request, turn) => answers[turn] ?? { kind: 'answer', text: 'More.' })
  await send(page, 'What is to be bought?')
  await expect(chat(page).getByText('Milk')).toBeVisible()
  await timeline(page).getByRole('application').focus()
  await page.keyboard.press('Home')
  await expect(timeline(page).getByRole('slider', { name: 'Position' })).toBeVisible()
  await expect(chat(page).getByText('I look.')).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(chat(page).getByText('I look.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(timeline(page).getByRole('slider', { name: 'Position' })).toHaveCount(0)
  await expect(chat(page).getByText('Milk')).toBeVisible()
  await expect(stopButton(page)).toBeVisible()
  held.open()
  await expect(chat(page).getByText('Milk and bread.')).toBeVisible()
  await untilEnded(page)
})

test('the changes at a moment are those of its snapshot: what a command did is in them from then on', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const make = { tool: 'shell', arguments: { command: `node -e "fs.writeFileSync('made.txt', 'by a command')"` } }
  const answers: WindowAnswer[] = [
    { kind: 'answer', text: 'I make it.', calls: [make] },
    { kind: 'answer', text: 'Made.' },
  ]
  const model = await openModel({ answer: (_request, turn) => answers[turn] ?? { kind: 'answer', text: 'More.' } })
  const app = await start('--project', project)
  await written(page, app.url, model.url, 'Make it')
  await page.getByRole('tab', { name: /Changes/ }).click()
  const changes = region(page, 'Changes')
  await expect(changes.getByText('made.txt').first()).toBeVisible()
  await timeline(page).getByRole('application').focus()
  await page.keyboard.press('Home')
  await expect(changes.getByText('Not changed yet')).toBeVisible()
  await page.keyboard.press('End')
  await expect(changes.getByText('made.txt').first()).toBeVisible()
  // By its snapshot: no tool's diff tells of the file.
  await expect(changes.getByText('Edits so far')).toHaveCount(0)
})

test('run again lays both runs side by side: figures, the first divergence, playheads together', async ({
  page,
  project,
  start,
  openModel,
}) => {
  test.slow()
  const answers: WindowAnswer[] = [
    { kind: 'answer', text: 'I write milk.', calls: [write('milk\n')] },
    { kind: 'answer', text: 'Milk it is.' },
    { kind: 'answer', text: 'I write honey.', calls: [write('honey\n', 'src/honey.txt')] },
    { kind: 'answer', text: 'Honey it is.' },
  ]
  const model = await openModel({ answer: (_request, turn) => answers[turn] ?? { kind: 'answer', text: 'More.' } })
  const app = await start('--project', project)
  await written(page, app.url, model.url, 'Write something sweet')
  await runMenu(page).click()
  await page.getByRole('menuitem', { name: /^Run again Runs/ }).click()

  const side = page.getByRole('region', { name: 'Side by side' })
  await expect(side.getByRole('heading', { name: 'Write something sweet' })).toBeVisible()
  await expect(side.getByRole('region', { name: 'First run' }).first()).toContainText('Milk it is.')
  await expect(side.getByRole('region', { name: 'Run again' }).first()).toContainText('Honey it is.')
  await expect(side.getByRole('table', { name: 'Figures' })).toContainText('completed')
  await expect(side).toContainText(/Same for 1 step\. Then First run .*write_file.*, and Run again .*write_file/)
  expect(model.requests).toHaveLength(4)
  expect(readFileSync(path.join(project, 'src', 'honey.txt'), 'utf8')).toBe('honey\n')

  await test.step('both are played back together', async () => {
    await side.getByRole('button', { name: 'Step back' }).click()
    const slider = side.getByRole('slider', { name: 'Position' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(side).not.toContainText('Milk it is.')
    await expect(side).not.toContainText('Honey it is.')
    await side.getByRole('button', { name: 'Align phases' }).click()
    await page.keyboard.press('Escape')
    await expect(slider).toHaveCount(0)
    await expect(side).toContainText('Milk it is.')
  })

  await test.step('axe finds nothing, and Escape leads back to the new run', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect(side).toHaveCount(0)
    await expect(chat(page).getByText('Honey it is.')).toBeVisible()
  })
})

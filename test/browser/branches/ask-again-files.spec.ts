import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { beginEdit, editAndResend, messageAt, toast } from '../../kit/window/branch-steps.ts'
import { allowEverything, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer, WindowModelRequest } from '../../kit/window/window-model.ts'
import { chat, openWithModel, untilEnded } from '../../kit/window/window-steps.ts'

/** `Add WORD`: appends the word to the notes by a command, and says what was there before. */
function appender({ messages }: WindowModelRequest): WindowAnswer {
  const last = messages.findLastIndex((message) => message.role === 'user')
  const results = messages.slice(last).filter((message) => message.role === 'tool')
  if (results.length > 0) return { kind: 'answer', text: 'Added.' }
  const word = /Add (\w+)/.exec(String(messages[last]?.content))?.[1] ?? 'nothing'
  const script = `require('fs').appendFileSync('src/notes.txt', '${word}\\n')`
  return {
    kind: 'answer',
    calls: [{ tool: 'shell', arguments: { command: `${JSON.stringify(process.execPath)} -e "${script}"` } }],
  }
}

const notesIn = (project: string) => path.join(project, 'src', 'notes.txt')
const whenNotes = (project: string) => expect.poll(() => readFileSync(notesIn(project), 'utf8'))
const startLine = (page: Page) => page.getByRole('status', { name: 'Files that this message started from' })
const editLine = (page: Page) => page.getByRole('status', { name: 'Files for this message' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Files have changed since this message' })

async function added(page: Page): Promise<void> {
  await expect(chat(page).getByText('Added.').last()).toBeVisible()
  await untilEnded(page)
}

function commitAll(project: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: project })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'start')
}

test('asking again starts from the files of before; the undo works after a reload', async ({
  page,
  project,
  openScripted,
}) => {
  commitAll(project)
  const { app } = await openScripted(appender)
  const before = readFileSync(notesIn(project), 'utf8')
  await allowEverything(page)
  await send(page, 'Add apples')
  await added(page)
  await whenNotes(project).toBe(`${before}apples\n`)

  const editor = await beginEdit(page, messageAt(page, 0))
  await expect(editLine(page)).toContainText('Files as before this message. 1 file (+0 −1) goes back')
  await expectNoAxeViolations(page)
  await editor.getByRole('textbox', { name: 'Edited text' }).fill('Add pears')
  await editor.getByRole('button', { name: 'Ask again' }).click()
  await expect(editor).toHaveCount(0)
  await added(page)
  await whenNotes(project).toBe(`${before}pears\n`)
  await expect(startLine(page)).toContainText('Files as before this message: 1 file went back.')
  await expectNoAxeViolations(page)

  await page.reload()
  await startLine(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Restored 1 file')).toBeVisible()
  await whenNotes(project).toBe(`${before}apples\n`)
  expect(app.process.exitCode).toBe(null)
})

test.describe('with folded runs', () => {
  test.use({ folded: true })

  test('Try the same with starts from the files of before', async ({ page, project, openScripted }) => {
    const { model } = await openScripted(appender)
    const before = readFileSync(notesIn(project), 'utf8')
    await allowEverything(page)
    await send(page, 'Add apples')
    await untilEnded(page)
    await whenNotes(project).toBe(`${before}apples\n`)
    const asked = model.requests.length
    await page.getByRole('group', { name: 'What to try next' }).getByRole('button').first().click()
    await expect(messageAt(page, 0).getByText('2/2')).toBeVisible()
    await expect(startLine(page)).toContainText('1 file went back')
    await expect.poll(() => model.requests.length).toBeGreaterThan(asked)
    // The scripted model does not do what that strategy asks for, so nothing is written again.
    await untilEnded(page, 'failed')
    await whenNotes(project).toBe(before)
  })
})

test('Ask again and Run again start from the files of before as well', async ({ page, project, openScripted }) => {
  await openScripted(appender)
  const before = readFileSync(notesIn(project), 'utf8')
  await allowEverything(page)
  await send(page, 'Add apples')
  await added(page)
  await messageAt(page, 0).hover()
  await messageAt(page, 0).getByRole('button', { name: 'More for this message' }).click()
  await page.getByRole('menuitem', { name: 'Unchanged' }).click()
  await expect(messageAt(page, 0).getByText('2/2')).toBeVisible()
  await added(page)
  await whenNotes(project).toBe(`${before}apples\n`)

  await chat(page).getByRole('button', { name: 'More for this run' }).last().click()
  await page.getByRole('menuitem', { name: /^Run again(?! on)/ }).click()
  await untilEnded(page)
  await whenNotes(project).toBe(`${before}apples\n`)
})

test('current files can be used instead, and are said to be', async ({ page, project, openScripted }) => {
  await openScripted(appender)
  const before = readFileSync(notesIn(project), 'utf8')
  await allowEverything(page)
  await send(page, 'Add apples')
  await added(page)
  const editor = await beginEdit(page, messageAt(page, 0))
  await editLine(page).getByRole('button', { name: 'Use the current files instead' }).click()
  await expect(editLine(page)).toContainText('The current files. 1 file differs from before this message.')
  await editor.getByRole('button', { name: 'Ask again' }).click()
  await expect(startLine(page)).toContainText('On the current files: one differs from before this message.')
  await added(page)
  await whenNotes(project).toBe(`${before}apples\napples\n`)
})

test('files that others changed since are asked about: keep, restore, or work in a copy', async ({
  page,
  project,
  openScripted,
}) => {
  commitAll(project)
  await openScripted(appender)
  const before = readFileSync(notesIn(project), 'utf8')
  await allowEverything(page)
  await send(page, 'Add apples')
  await added(page)
  writeFileSync(notesIn(project), 'typed by hand\n')

  const editor = await beginEdit(page, messageAt(page, 0))
  await expect(editLine(page)).toContainText('Files have changed since. 1 file was changed outside this conversation.')
  await editor.getByRole('textbox', { name: 'Edited text' }).fill('Add pears')
  await editor.getByRole('button', { name: 'Ask again' }).click()
  await expect(question(page)).toContainText('src/notes.txt')
  await expectNoAxeViolations(page)
  // Cancelled, the edited message is still there.
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(editor.getByRole('textbox', { name: 'Edited text' })).toHaveValue('Add pears')
  await editor.getByRole('button', { name: 'Ask again' }).click()
  await question(page).getByRole('button', { name: 'Work in a copy' }).click()
  await added(page)
  await whenNotes(project).toBe('typed by hand\n')
  await expect(page.getByRole('button', { name: /copy/i }).first()).toBeVisible()

  await messageAt(page, 0).getByRole('button', { name: 'Previous version of this message' }).click()
  const again = await beginEdit(page, messageAt(page, 0))
  await again.getByRole('textbox', { name: 'Edited text' }).fill('Add plums')
  await again.getByRole('button', { name: 'Ask again' }).click()
  await question(page).getByRole('button', { name: 'Restore' }).click()
  await added(page)
  await whenNotes(project).toBe(`${before}plums\n`)
  await startLine(page).getByRole('button', { name: 'Undo' }).click()
  await whenNotes(project).toBe('typed by hand\n')
})

test('while a run works on the files, a message that is asked again can start on them or in a copy', async ({
  page,
  project,
  start,
  openModel,
}) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const model = await openModel({
    answer: (request, turn) => {
      const answer = appender(request)
      return turn === 1 && answer.kind === 'answer'
        ? { ...answer, text: 'Nearly', until: held, more: ' done.' }
        : answer
    },
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Scripted', url: model.url })
  await allowEverything(page)
  await send(page, 'Add apples')
  await expect(chat(page).getByText('Nearly')).toBeVisible()
  await editAndResend(page, messageAt(page, 0), 'Add pears').catch(() => undefined)
  const busy = page.getByRole('dialog', { name: 'A run is working on these files' })
  await busy.getByRole('button', { name: 'Keep the current files' }).click()
  await expect(messageAt(page, 0)).toContainText('Add pears')
  letGo()
  await added(page)
  await whenNotes(project).toMatch(/apples\npears\n$/)
})

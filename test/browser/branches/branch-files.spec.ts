import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import {
  branchRow,
  editAndResend,
  filesBar,
  forkDialog,
  messageAt,
  showBranches,
  toast,
  undo,
} from '../../kit/window/branch-steps.ts'
import { allowEverything, region, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer, WindowModelRequest } from '../../kit/window/window-model.ts'
import { chat, messageBox, openWithModel, timeline, untilEnded } from '../../kit/window/window-steps.ts'

/** `Note WORD`: writes the word into the notes by a command, as a shell edit. */
function writer({ messages }: WindowModelRequest): WindowAnswer {
  const last = messages.findLastIndex((message) => message.role === 'user')
  if (messages.slice(last).some((message) => message.role === 'tool')) return { kind: 'answer', text: 'Noted.' }
  const word = /Note (\w+)/.exec(String(messages[last]?.content))?.[1] ?? 'nothing'
  const script = `require('fs').writeFileSync('src/notes.txt', 'milk\\n${word}\\n')`
  return {
    kind: 'answer',
    calls: [{ tool: 'shell', arguments: { command: `${JSON.stringify(process.execPath)} -e "${script}"` } }],
  }
}

const notes = (project: string) => readFileSync(path.join(project, 'src', 'notes.txt'), 'utf8')
const whenNotes = (project: string) => expect.poll(() => notes(project))

async function noted(page: Page): Promise<void> {
  await expect(chat(page).getByText('Noted.').last()).toBeVisible()
  await untilEnded(page)
}

/** Two versions of one message, each of which wrote the same file; the second is shown. */
async function twoBranches(page: Page, project: string): Promise<void> {
  await allowEverything(page)
  await send(page, 'Note apples')
  await noted(page)
  expect(notes(project)).toBe('milk\napples\n')
  await editAndResend(page, messageAt(page, 0), 'Note pears')
  await noted(page)
  expect(notes(project)).toBe('milk\npears\n')
}

const toVersion = (page: Page, which: 'Previous' | 'Next') =>
  messageAt(page, 0)
    .getByRole('button', { name: `${which} version of this message` })
    .click()

test('switching to a branch whose files differ shows what would change; restoring it is undone exactly', async ({
  page,
  project,
  openScripted,
}) => {
  await openScripted(writer)
  await twoBranches(page, project)
  await expect(filesBar(page)).toHaveCount(0)
  await toVersion(page, 'Previous')
  await expect(filesBar(page)).toContainText('This branch’s files differ: 1 file (+1 −1)')
  await expectNoAxeViolations(page)
  await filesBar(page).getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files of this branch' })
  await expect(dialog.getByText('apples', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await whenNotes(project).toBe('milk\napples\n')
  await expect(filesBar(page)).toHaveCount(0)
  await undo(page, 'Restored 1 file')
  await whenNotes(project).toBe('milk\npears\n')
  await expect(filesBar(page)).toBeVisible()

  // What is kept is not asked about again, until the files are others.
  await filesBar(page).getByRole('button', { name: 'Keep' }).click()
  await expect(filesBar(page)).toHaveCount(0)
  await toVersion(page, 'Next')
  await expect(chat(page).getByText('Note pears')).toBeVisible()
  await toVersion(page, 'Previous')
  await expect(chat(page).getByText('Note apples')).toBeVisible()
  await page.reload()
  await expect(chat(page).getByText('Noted.')).toBeVisible()
  await expect(filesBar(page)).toHaveCount(0)
  expect(notes(project)).toBe('milk\npears\n')
})

test('an edit by somebody else is marked, and not overwritten by what was shown before it', async ({
  page,
  project,
  openScripted,
}) => {
  await openScripted(writer)
  await twoBranches(page, project)
  await toVersion(page, 'Previous')
  await expect(filesBar(page)).toBeVisible()
  writeFileSync(path.join(project, 'src', 'notes.txt'), 'mine\n')
  await filesBar(page).getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, /changed since this was shown/)).toBeVisible()
  expect(notes(project)).toBe('mine\n')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Files of this branch')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Files of this branch' })
  await expect(dialog.getByText('changed outside Stratagem since', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await whenNotes(project).toBe('milk\napples\n')
  await undo(page, 'Restored 1 file')
  await whenNotes(project).toBe('mine\n')
})

test('one branches from a step with the files as they were there', async ({ page, project, openScripted }) => {
  await openScripted(writer)
  await allowEverything(page)
  await send(page, 'Note apples')
  await noted(page)
  await timeline(page)
    .getByRole('button', { name: /^tool shell/ })
    .click()
  await page.keyboard.press('Control+Shift+G')
  await forkDialog(page)
    .getByRole('radio', { name: /^Restore the files/ })
    .check()
  await expect(forkDialog(page).getByText('Restores 1 file (+1 −1)')).toBeVisible()
  // The result of the command is given by hand: it does not run, and its files are those that it left.
  await forkDialog(page)
    .getByRole('radio', { name: /^Use an edited result/ })
    .check()
  await expect(forkDialog(page).getByText('The files have not changed since.')).toBeVisible()
  await forkDialog(page)
    .getByRole('radio', { name: /^Repeat this step/ })
    .check()
  writeFileSync(path.join(project, 'src', 'notes.txt'), 'mine\n')
  await forkDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Control+Shift+G')
  await forkDialog(page)
    .getByRole('radio', { name: /^Restore the files/ })
    .check()
  await expect(forkDialog(page).getByText('1 changed outside Stratagem since')).toBeVisible()
  await forkDialog(page).getByRole('button', { name: 'Branch from here' }).click()
  await expect(toast(page, 'Restored 1 file')).toBeVisible()
  await noted(page)
  await expect(messageAt(page, 0)).toContainText('Continues from tool shell')
  await whenNotes(project).toBe('milk\napples\n')
})

test('a branch opened in a copy leaves the project alone, and is merged back hunk by hunk', async ({
  page,
  project,
  openScripted,
}) => {
  await openScripted(writer)
  await twoBranches(page, project)
  await toVersion(page, 'Previous')
  await filesBar(page).getByRole('button', { name: 'Open a copy' }).click()
  const pill = page.getByRole('button', { name: 'Isolated copy' })
  await expect(pill).toBeVisible()
  await expect(filesBar(page)).toHaveCount(0)
  await send(page, 'Note cherries')
  await noted(page)
  expect(notes(project)).toBe('milk\npears\n')
  await expect(pill).toBeVisible()

  await pill.click()
  await page.getByRole('menuitem', { name: /^Merge into the project/ }).click()
  const merge = region(page, 'Merge')
  await expect(merge.getByText('conflicts').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Insert summary into message' }).click()
  await expect(merge).toHaveCount(0)
  await expect(messageBox(page)).toHaveValue(/Note cherries[\s\S]*src\/notes\.txt/)
  await messageBox(page).fill('')
  await pill.click()
  await page.getByRole('menuitem', { name: /^Merge into the project/ }).click()
  await merge.getByRole('checkbox', { name: 'Merge src/notes.txt' }).check()
  await page.getByRole('button', { name: 'Apply 1 file' }).click()
  await expect(merge).toHaveCount(0)
  await whenNotes(project).toBe('milk\ncherries\n')
  await undo(page, 'Merged 1 file')
  await whenNotes(project).toBe('milk\npears\n')

  await pill.click()
  await page.getByRole('menuitem', { name: /^Close the copy/ }).click()
  const question = page.getByRole('dialog', { name: 'Close this copy?' })
  await question.getByRole('button', { name: 'Close the copy' }).click()
  await expect(pill).toHaveCount(0)
  await send(page, 'Note dates')
  await noted(page)
  await whenNotes(project).toBe('milk\ndates\n')
})

test('what a branch changed is merged from the tree into the branch that is shown, and undone', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const model = await openModel({
    answer: ({ messages }) => {
      const last = messages.findLastIndex((message) => message.role === 'user')
      if (messages.slice(last).some((message) => message.role === 'tool')) return { kind: 'answer', text: 'Noted.' }
      const word = /Note (\w+)/.exec(String(messages[last]?.content))?.[1] ?? 'nothing'
      return { kind: 'answer', calls: [{ tool: 'write_file', arguments: { path: `${word}.txt`, content: word } }] }
    },
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Scripted', url: model.url })
  await allowEverything(page)
  await send(page, 'Note apples')
  await noted(page)
  await messageAt(page, 0).hover()
  await messageAt(page, 0).getByRole('button', { name: 'More for this message' }).click()
  await page.getByRole('menuitem', { name: /^Files before this message/ }).click()
  await page.getByRole('dialog', { name: 'Files before this message' }).getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => existsSync(path.join(project, 'apples.txt'))).toBe(false)
  await editAndResend(page, messageAt(page, 0), 'Note pears')
  await noted(page)

  await showBranches(page)
  await branchRow(page, 'Note apples').hover()
  await branchRow(page, 'Note apples').getByRole('button', { name: 'Actions for this branch' }).click()
  await page.getByRole('menuitem', { name: /^Merge its changes/ }).click()
  await expect(region(page, 'Merge').getByText('merges cleanly').first()).toBeVisible()
  await page.getByRole('button', { name: 'Apply 1 file' }).click()
  await expect.poll(() => existsSync(path.join(project, 'apples.txt'))).toBe(true)
  expect(existsSync(path.join(project, 'pears.txt'))).toBe(true)
  await undo(page, 'Merged 1 file')
  await expect.poll(() => existsSync(path.join(project, 'apples.txt'))).toBe(false)
  expect(existsSync(path.join(project, 'pears.txt'))).toBe(true)
})

import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import {
  beginEdit,
  branches,
  branchRow,
  editAndResend,
  messageAt,
  showBranches,
  toast,
  undo,
} from '../../kit/window/branch-steps.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { gate, type WindowAnswer, type WindowModelRequest } from '../../kit/window/window-model.ts'
import { chat, openWithModel, untilEnded } from '../../kit/window/window-steps.ts'

/** What the user said last, as the model was told it. */
const lastWord = ({ messages }: WindowModelRequest) =>
  String(messages.findLast((message) => message.role === 'user')?.content ?? '')

const echo = (request: WindowModelRequest): WindowAnswer => ({ kind: 'answer', text: `Heard: ${lastWord(request)}.` })

async function heard(page: Page, words: string): Promise<void> {
  await expect(chat(page).getByText(`Heard: ${words}.`)).toBeVisible()
  await untilEnded(page)
}

test('a message edited and sent again is a branch; the old one stays, and both can be gone through', async ({
  page,
  openScripted,
}) => {
  const { model } = await openScripted(echo)
  await send(page, 'Count to three')
  await heard(page, 'Count to three')
  await send(page, 'And back')
  await heard(page, 'And back')

  const editor = await beginEdit(page, messageAt(page, 0))
  await expect(editor.getByRole('textbox', { name: 'Edited text' })).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
  expect(model.requests).toHaveLength(2)

  await editAndResend(page, messageAt(page, 0), 'Count to seven')
  await heard(page, 'Count to seven')
  await expect(chat(page).getByText('And back', { exact: true })).toHaveCount(0)
  // A branch knows nothing of what was said beside it.
  expect(JSON.stringify(model.requests[2]?.messages)).not.toContain('Count to three')
  await expect(messageAt(page, 0).getByText('2/2')).toBeVisible()
  await messageAt(page, 0).getByRole('button', { name: 'Previous version of this message' }).click()
  await heard(page, 'And back')
  await expect(messageAt(page, 0)).toContainText('Count to three')

  // By keyboard alone: the last message, edited.
  await page.keyboard.press('Control+Shift+E')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('And back slowly')
  await page.keyboard.press('Enter')
  await heard(page, 'And back slowly')
  expect(JSON.stringify(model.requests[3]?.messages)).toContain('Count to three')
})

test('a message is asked again with another strategy, also while its first answer is still coming', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const held = gate()
  const model = await openModel({
    answer: (request, turn) => (turn === 0 ? { kind: 'answer', text: 'Slowly', until: held.opened } : echo(request)),
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Scripted', url: model.url })
  await send(page, 'Say hello')
  await expect(chat(page).getByText('Slowly')).toBeVisible()
  await messageAt(page, 0).hover()
  await messageAt(page, 0).getByRole('button', { name: 'More for this message' }).click()
  await page.getByRole('menuitem', { name: /With another strategy/ }).click()
  const editor = page.getByRole('group', { name: 'Edit and ask again' })
  await editor.getByRole('combobox', { name: 'Strategy' }).click()
  await page.getByRole('option', { name: /^Chat/ }).click()
  await editor.getByRole('button', { name: 'Ask again' }).click()
  await untilEnded(page)
  await expect(messageAt(page, 0).getByText('2/2')).toBeVisible()

  await showBranches(page)
  await expect(branches(page).getByRole('treeitem')).toHaveCount(2)
  await expect(branchRow(page, /Chat · /)).toHaveCount(1)
  await expect(branchRow(page, 'running')).toHaveCount(1)
  held.open()
  await expect(branchRow(page, 'running')).toHaveCount(0)

  // The same again, by its key on the message.
  await messageAt(page, 0).focus()
  await page.keyboard.press('r')
  await expect(messageAt(page, 0).getByText('3/3')).toBeVisible()
  await expect(branchRow(page, /Chat · /)).toHaveCount(2)
})

test('the tree shows all branches; they are gone to, named, starred, archived, deleted and brought back', async ({
  page,
  openScripted,
}) => {
  await openScripted(echo)
  await send(page, 'Root')
  await heard(page, 'Root')
  for (const words of ['Left', 'Leaf']) {
    await send(page, words)
    await heard(page, words)
  }
  await editAndResend(page, messageAt(page, 1), 'Right')
  await heard(page, 'Right')

  await page.keyboard.press('Control+Shift+B')
  const tree = branches(page).getByRole('tree')
  await expect(tree).toBeFocused()
  await expect(branches(page).getByRole('treeitem')).toHaveText([/^Root/, /^Left/, /^Leaf/, /^Right/])
  await expectNoAxeViolations(page)

  // Up from Right to Leaf, and there.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await heard(page, 'Leaf')
  await expect(branchRow(page, 'Leaf')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name of the branch', exact: true }).fill('The left way')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Branches' })).toContainText('The left way')
  await expect(tree).toBeFocused()
  await page.keyboard.press('s')
  await expect(branchRow(page, 'The left way')).toContainText('starred')

  // Left to what it answers; archived with what answers it, but shown while it is looked at.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('a')
  await expect(branchRow(page, /^Left/)).toContainText('archived')
  await branchRow(page, 'Right').click()
  await heard(page, 'Right')
  await expect(branches(page).getByRole('treeitem')).toHaveText([/^Root/, /^Right/])
  await page.reload()
  await expect(messageAt(page, 1)).toContainText('Right')
  await showBranches(page)
  await expect(branches(page).getByRole('treeitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Show archived' }).click()
  await expect(branches(page).getByRole('treeitem')).toHaveCount(4)
  await expect(branchRow(page, 'The left way')).toContainText('starred')

  await branchRow(page, /^Left/).click()
  await branchRow(page, /^Left/).hover()
  await branchRow(page, /^Left/).getByRole('button', { name: 'Actions for this branch' }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete this branch?' })
  await expect(question).toContainText('1 message after it')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(branches(page).getByRole('treeitem')).toHaveCount(2)
  await expect(toast(page, 'Deleted 2 messages')).toBeVisible()
  await undo(page, 'Deleted 2 messages')
  await expect(branches(page).getByRole('treeitem')).toHaveCount(4)
  await heard(page, 'Leaf')
})

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { openSampleProject } from '../../kit/window/first-minutes.ts'
import { messageBox } from '../../kit/window/window-steps.ts'

test('files are staged, a message is proposed and edited, and the commit is made on a new branch and undone', async ({
  page,
  project,
  start,
}) => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, stdio: 'pipe' }).toString().trim()
  git('init', '-q', '-b', 'trunk')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  git('add', '-A')
  git('-c', 'commit.gpgSign=false', 'commit', '-q', '-m', 'First')
  writeFileSync(path.join(project, 'src', 'notes.txt'), 'milk\nbutter\n')
  const app = await start('--project', project)
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+Alt+d')
  const commit = page.getByRole('group', { name: 'Commit', exact: true })
  const file = commit.getByRole('checkbox', { name: /notes\.txt/ })
  await file.click()
  await expect(file).toBeChecked()
  await commit.getByRole('button', { name: 'Propose a message' }).click()
  const message = commit.getByRole('textbox', { name: 'Commit message' })
  await expect(message).toHaveValue(/^Change src\/notes\.txt/)
  // Nothing was committed by that.
  expect(git('log', '--format=%s')).toBe('First')
  await message.fill('Buy butter')
  await page.reload()
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+Alt+d')
  await expect(message).toHaveValue('Buy butter')
  await commit.getByRole('button', { name: 'New branch…' }).click()
  await commit.getByRole('textbox', { name: 'Name of the new branch' }).fill('shopping')
  await page.keyboard.press('Enter')
  await expect(commit).toContainText('shopping')
  await expectNoAxeViolations(page)
  await commit.getByRole('button', { name: 'Commit 1 staged file' }).click()
  await expect.poll(() => git('log', '--format=%s', 'shopping')).toBe('Buy butter\nFirst')
  expect(git('log', '--format=%s', 'trunk')).toBe('First')
  await expect(commit).toContainText('Nothing is changed')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(message).toHaveValue('Buy butter')
  expect(git('diff', '--cached', '--name-only')).toBe('src/notes.txt')
})

test('single changes of a file are staged by keyboard, and the last commit is amended with them and restored', async ({
  page,
  project,
  start,
}) => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, stdio: 'pipe' }).toString().trim()
  const list = (first: string, last: string) =>
    `${[first, ...Array.from({ length: 20 }, (_, at) => `item ${at}`), last].join('\n')}\n`
  writeFileSync(path.join(project, 'src', 'notes.txt'), list('milk', 'bread'))
  git('init', '-q', '-b', 'trunk')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  git('add', '-A')
  git('-c', 'commit.gpgSign=false', 'commit', '-q', '-m', 'First list')
  writeFileSync(path.join(project, 'src', 'notes.txt'), list('oat milk', 'brown bread'))
  const app = await start('--project', project)
  await page.goto(app.url)
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+Alt+d')
  const commit = page.getByRole('group', { name: 'Commit', exact: true })
  await commit.getByRole('button', { name: /^Stage single changes of src\/notes\.txt/ }).press('Enter')
  const hunks = commit.getByRole('list', { name: /^Changes in/ }).getByRole('listitem')
  await expect(hunks).toHaveCount(2)
  const second = hunks.nth(1).getByRole('checkbox')
  await second.press('Space')
  await expect(second).toBeChecked()
  await expect(commit).toContainText('partly staged')
  expect(git('show', ':src/notes.txt')).toBe(list('milk', 'brown bread').trim())
  await expectNoAxeViolations(page)

  await commit.getByRole('checkbox', { name: 'Amend the last commit' }).click()
  await expect(commit.getByRole('textbox', { name: 'Commit message' })).toHaveValue('First list')
  await commit.getByRole('button', { name: 'Amend with 1 staged file' }).click()
  await expect.poll(() => git('show', 'HEAD:src/notes.txt')).toBe(list('milk', 'brown bread').trim())
  expect(git('rev-list', '--count', 'HEAD')).toBe('1')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => git('show', 'HEAD:src/notes.txt')).toBe(list('milk', 'bread').trim())
  await expect(second).toBeChecked()
})

test('a project in no repository says that there is nothing to commit', async ({ page, start }) => {
  const app = await start()
  await page.goto(app.url)
  await openSampleProject(page)
  await page.keyboard.press('Control+Alt+d')
  await expect(page.getByRole('group', { name: 'Commit', exact: true })).toContainText('in no git repository')
})

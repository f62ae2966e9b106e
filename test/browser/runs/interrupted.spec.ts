import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { AppServer } from '../../kit/window/app-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { region, send } from '../../kit/window/first-minutes.ts'
import { gate, type WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, messageBox, openWithModel, untilEnded } from '../../kit/window/window-steps.ts'

const say = (text: string): WindowAnswer => ({ kind: 'answer', text })

async function killed({ process: child }: AppServer): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function openAgain(page: Page, { url }: AppServer, title: string): Promise<void> {
  await page.goto(url)
  await expect(messageBox(page)).toBeVisible()
  await expect(region(page, 'Conversations').getByText(/interrupted/)).toBeVisible()
  await region(page, 'Conversations').getByText(title).click()
  await expect(chat(page).getByText('This run was interrupted')).toBeVisible()
}

test('killed while it waits for an approval, a run is listed as interrupted, asks again, and ends', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const write = { tool: 'write_file', arguments: { path: 'src/new.txt', content: 'written once' } }
  const answers: WindowAnswer[] = [{ kind: 'answer', text: 'I write it.', calls: [write] }, say('It is written.')]
  const model = await openModel({ answer: (_request, turn) => answers[turn] ?? say('Too much.') })
  const first = await start('--project', project)
  await openWithModel(page, first.url, { name: 'Mine', url: model.url })
  await send(page, 'Write a file')
  await expect(approval(page)).toContainText('written once')
  await killed(first)

  await openAgain(page, await start('--project', project), 'Write a file')
  await expect(chat(page).getByText('I write it.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(chat(page).getByText('It is written.')).toBeVisible()
  await untilEnded(page)
  expect(readFileSync(path.join(project, 'src', 'new.txt'), 'utf8')).toBe('written once')
  expect(model.requests).toHaveLength(2)
})

test('killed in the middle of a stream, a run shows what had come, and Resume asks the model again', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const held = gate()
  const model = await openModel({
    answer: (_request, turn) =>
      turn === 0
        ? { kind: 'answer', text: 'The beginning of it', until: held.opened }
        : say('The beginning and the end of it.'),
  })
  const first = await start('--project', project)
  await openWithModel(page, first.url, { name: 'Mine', url: model.url })
  await send(page, 'Tell it')
  await expect(chat(page).getByText('The beginning of it')).toBeVisible()
  await killed(first)
  held.open()

  await openAgain(page, await start('--project', project), 'Tell it')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(chat(page).getByText('The beginning and the end of it.')).toBeVisible()
  await untilEnded(page)
  expect(model.requests).toHaveLength(2)
})

test('a page loaded anew and a second tab show the same run without gaps, and both may answer', async ({
  page,
  openScripted,
}) => {
  const held = gate()
  const lines = [...Array(40).keys()].map((each) => `Line ${each}.`).join('\n\n')
  const run = { tool: 'shell', arguments: { command: 'node --version' } }
  const answers: WindowAnswer[] = [{ kind: 'answer', text: lines, until: held.opened, calls: [run] }, say('Seen.')]
  const { app } = await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await send(page, 'Count')
  await expect(chat(page).getByText('Line 39.')).toBeVisible()
  await page.reload()
  const other = await page.context().newPage()
  await other.goto(new URL(app.url).origin)
  for (const tab of [page, other]) {
    await region(tab, 'Conversations').getByText('Count').click()
    await expect(chat(tab).getByText('Line 39.')).toBeVisible()
    expect(
      await chat(tab)
        .getByText(/^Line \d+\.$/)
        .count(),
    ).toBe(40)
  }
  held.open()
  await expect(approval(page)).toBeVisible()
  await approval(other).getByRole('button', { name: 'Allow once' }).click()
  for (const tab of [page, other]) {
    await expect(approval(tab)).toHaveCount(0)
    await expect(chat(tab).getByText('Seen.')).toBeVisible()
    await untilEnded(tab)
  }
})

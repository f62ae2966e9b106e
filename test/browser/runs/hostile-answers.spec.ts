import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, openWithModel, stopButton, untilEnded } from '../../kit/window/window-steps.ts'

/** Ends only with the test: what waits for it can only be stopped. */
const never = new Promise<void>(() => {})
const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length))

/** Answers that parsers of Markdown take minutes for. */
const answers: readonly (readonly [name: string, text: string])[] = [
  ['stars and underscores', filled('*a_b', 300_000)],
  ['stars and underscores in many paragraphs', filled(`${'*a_b'.repeat(700)}\n\n`, 600_000)],
  ['all marks', filled('*_~`[', 300_000)],
  ['links that never end', filled('[a](', 300_000)],
  ['runs of backticks', Array.from({ length: 700 }, (_, at) => `${'`'.repeat(at + 1)}a`).join('')],
  ['quotes in quotes', `${'> '.repeat(100_000)}a`],
  ['lists in lists', filled('- - - - a\n', 300_000)],
  ['headings', filled('a\n-\n', 300_000)],
  ['blocks of code', filled('```\n```\n', 400_000)],
  ['one line of a megabyte', filled('word ', 1_000_000)],
]

test('an answer that takes for ever to draw leaves the window usable: Stop works, and the next message', async ({
  page,
  project,
  start,
  openModel,
}) => {
  test.setTimeout(240_000)
  const model = await openModel({
    answer: (_request, turn): WindowAnswer => ({
      kind: 'answer',
      text: answers[turn]?.[1] ?? '',
      until: never,
    }),
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Scripted', url: model.url })
  for (const [name] of answers) {
    await test.step(name, async () => {
      // Of its own: a long history would be summarized.
      await page.getByRole('button', { name: 'New conversation' }).first().click()
      await send(page, `Show me ${name}`)
      await expect(chat(page).getByRole('article', { name: 'Answer' })).toBeVisible({ timeout: 30_000 })
      await stopButton(page).click({ timeout: 30_000 })
      await expect(stopButton(page)).toHaveCount(0, { timeout: 30_000 })
    })
  }
  await untilEnded(page, 'stopped')
  await expect(
    chat(page)
      .getByText(/shown as plain text, because/i)
      .first(),
  ).toBeAttached()
})

test('an edit of a file of 50,000 lines that keeps none of them can be looked at and allowed', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const lines = (word: string) => Array.from({ length: 50_000 }, (_, at) => `${word} ${at}`).join('\n')
  writeFileSync(join(project, 'long.txt'), lines('old'))
  const written = { path: 'long.txt', content: lines('new') }
  const replies: WindowAnswer[] = [
    { kind: 'answer', calls: [{ tool: 'read_file', arguments: { path: 'long.txt' } }] },
    { kind: 'answer', calls: [{ tool: 'write_file', arguments: written }] },
  ]
  const model = await openModel({ answer: (_request, turn) => replies[turn] ?? { kind: 'answer', text: 'Written.' } })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Scripted', url: model.url })
  await send(page, 'Rewrite it')
  await approval(page).getByRole('button', { name: 'Allow once' }).click({ timeout: 30_000 })
  await expect(chat(page).getByText('Written.').first()).toBeVisible({ timeout: 30_000 })
})

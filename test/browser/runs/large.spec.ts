import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { region, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, untilEnded } from '../../kit/window/window-steps.ts'

const lines = (count: number, word: string) => [...Array(count).keys()].map((each) => `${word} ${each}`).join('\n')

test('a diff of hundreds of lines and an output of thousands stay small until they are asked for', async ({
  page,
  project,
  openScripted,
}) => {
  writeFileSync(path.join(project, 'long.txt'), lines(300, 'before'))
  const count = 'node -e "for (let at = 0; at < 5000; at++) console.log(\'row \' + at)"'
  const answers: WindowAnswer[] = [
    {
      kind: 'answer',
      calls: [{ tool: 'read_file', arguments: { path: 'long.txt' } }],
    },
    {
      kind: 'answer',
      calls: [{ tool: 'write_file', arguments: { path: 'long.txt', content: lines(300, 'after') } }],
    },
    { kind: 'answer', calls: [{ tool: 'shell', arguments: { command: count } }] },
    { kind: 'answer', text: 'All of it is done.' },
  ]
  await openScripted((_request, turn) => answers[turn] ?? { kind: 'answer', text: 'Done.' })
  await send(page, 'Change a lot')
  await expect(approval(page)).toContainText('long.txt')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(approval(page)).toContainText('row')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(chat(page).getByText('All of it is done.')).toBeVisible()
  await untilEnded(page)
  expect(await page.locator('.chat *').count()).toBeLessThan(6000)

  const output = chat(page).getByRole('article', { name: 'Tool call' }).filter({ hasText: 'shell' })
  const more = output.getByRole('button', { name: /^Show \d+ lines before this/ })
  const closed = output.getByRole('button', { name: 'Show the result' })
  await expect(more.or(closed)).toBeVisible()
  if (await closed.isVisible()) await closed.click()
  await expect(output).toContainText('row 4999')
  await more.click()
  await expect(output).toContainText('row 17')
  await page.getByRole('tab', { name: /Changes/ }).click()
  const changes = region(page, 'Changes')
  await expect(changes.getByText('before 0', { exact: true })).toBeVisible()
  await expect(changes.getByText('after 299', { exact: true })).toHaveCount(0)
  await changes.getByRole('button', { name: /^Show all/ }).click()
  await changes.locator('.diff-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(changes.getByText('after 299', { exact: true })).toBeAttached()
})

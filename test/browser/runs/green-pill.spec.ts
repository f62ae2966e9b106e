import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { allowEverything, region, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { chat, untilEnded } from '../../kit/window/window-steps.ts'

test.use({ folded: true })

const run = (command: string): WindowAnswer => ({ kind: 'answer', calls: [{ tool: 'shell', arguments: { command } }] })
const say = (text: string): WindowAnswer => ({ kind: 'answer', text })

/** A project with a test that fails or passes, in the project's own runner. */
function writeTest(project: string, passes: boolean) {
  mkdirSync(path.join(project, 'test'), { recursive: true })
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ scripts: { test: 'node --test test/*.js' } }))
  const text = `require('node:test')('sums', () => require('node:assert').equal(1 + 1, ${passes ? 2 : 3}))\n`
  writeFileSync(path.join(project, 'test', 'sums.js'), text)
}

test('the pill and the Inspector are green only if the tests passed', async ({ page, project, openScripted }) => {
  writeTest(project, false)
  const commands = ['npm test 2>&1 | tail -3', 'cat test/sums.js | head -2', 'cd . && npm test', 'npm test']
  const answers = commands.flatMap((command, at) => [run(command), say(`That was number ${at}.`)])
  await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await allowEverything(page)
  const pill = chat(page).locator('.chat-check')
  const inspector = region(page, 'Inspector')
  const ranNext = async (at: number) => {
    await send(page, `Step ${at}`)
    await expect(chat(page).getByText(`That was number ${at}.`).last()).toBeVisible()
    await untilEnded(page)
  }
  await ranNext(0)
  await expect(pill).toHaveCount(0)
  await expect(inspector.getByText('passes', { exact: true })).toHaveCount(0)
  await ranNext(1)
  await expect(pill).toHaveCount(0)
  await ranNext(2)
  await expect(pill).toHaveText(/fails/)
  writeTest(project, true)
  await ranNext(3)
  await expect(pill.last()).toHaveText(/npm test passes/)
  await expect(inspector.getByText('passes', { exact: true })).toHaveCount(1)
})

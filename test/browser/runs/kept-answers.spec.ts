import { once } from 'node:events'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { AppServer } from '../../kit/window/app-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { chooseStrategy, region, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer } from '../../kit/window/window-model.ts'
import { chat, messageBox, stopButton, timeline, untilEnded } from '../../kit/window/window-steps.ts'

// Stop keeps what was written (window P1-4): as users have it, with finished runs folded.

test.use({ folded: true })

const never = new Promise<void>(() => {})
const slow = 'This answer comes slowly, word by word, so that one can watch it stream. '.repeat(3).trim()
const say = (text: string): WindowAnswer => ({ kind: 'answer', text })
const stream: WindowAnswer = { kind: 'answer', text: slow, until: never }
const read: WindowAnswer = { kind: 'answer', calls: [{ tool: 'read_file', arguments: { path: 'src/notes.txt' } }] }
const estimate = /≥ [\d.,]+ (k )?tokens, estimated/

const partial = (page: Page) => chat(page).getByText('This answer comes slowly').last()

/** What is left of an answer that was cut off, wherever it is shown. */
async function expectKept(page: Page, mark = 'Stopped here.'): Promise<void> {
  await expect(partial(page)).toBeVisible()
  await expect(chat(page).getByText(mark)).toBeVisible()
  await expect(chat(page).getByText(estimate)).toBeVisible()
}

test('a stopped answer stays where it was, after a reload too, and is continued', async ({ page, openScripted }) => {
  const { model } = await openScripted((_request, turn) => (turn === 0 ? stream : say('And this is the rest.')))
  await send(page, 'Tell me')
  await expect(partial(page)).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
  await expectKept(page)
  await expectNoAxeViolations(page)
  await page.reload()
  await expectKept(page)
  await chat(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(chat(page).getByText('And this is the rest.').first()).toBeVisible()
  await untilEnded(page)
  // The model reads what it had written, before the wish to go on; and it is still there to be read.
  const sent = model.requests[1]?.messages ?? []
  expect(sent.find(({ role }) => role === 'assistant')?.content).toBe(slow)
  await expect(partial(page)).toBeVisible()
})

test('a stopped run is resumed: the model is asked once more, and what was cut stays in its branch', async ({
  page,
  openScripted,
}) => {
  const answers = [read, stream, say('The whole answer.')]
  const { model } = await openScripted((_request, turn) => answers[turn] ?? say('Done.'))
  await send(page, 'Tell me')
  await expect(partial(page)).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
  await expectKept(page)
  await chat(page).getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(chat(page).getByText('The whole answer.').first()).toBeVisible()
  await untilEnded(page)
  expect(model.requests).toHaveLength(3)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expectKept(page)
  await test.step('played back to its end', async () => {
    await timeline(page).getByRole('button', { name: 'Play', exact: true }).click()
    await timeline(page).getByRole('application').press('End')
    await expectKept(page)
  })
})

test('an answer that was stopped in a phase is not folded away with it', async ({ page, openScripted }) => {
  await openScripted(() => stream)
  await chooseStrategy(page, /^Plan and execute/)
  await send(page, 'Tell me')
  await expect(partial(page)).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
  await expectKept(page)
  await page.reload()
  await expectKept(page)
})

test('what a model thought is kept if it is stopped before it wrote', async ({ page, openScripted }) => {
  await openScripted(() => ({ kind: 'answer', thinking: 'Round only once, at the end.', until: never }))
  await send(page, 'Think')
  await expect(chat(page).getByRole('button', { name: /^Thinking/ })).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
  await page.reload()
  await expect(chat(page).getByText('Stopped here. The model was still thinking.')).toBeVisible()
  await expect(chat(page).getByText(estimate)).toBeVisible()
  await chat(page)
    .getByRole('button', { name: /^Thought/ })
    .click()
  await expect(chat(page).getByText('Round only once, at the end.')).toBeVisible()
})

test('an answer that broke off in a failure stays, with its failure, and is continued', async ({
  page,
  openScripted,
}) => {
  let broken = true
  const { model } = await openScripted((_request, turn) =>
    turn === 0 ? read : broken ? { kind: 'cut', text: slow } : say('And this is the rest.'),
  )
  await send(page, 'Tell me')
  await untilEnded(page, 'failed')
  await expectKept(page, 'The answer broke off here.')
  await page.reload()
  await expectKept(page, 'The answer broke off here.')
  broken = false
  await chat(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(chat(page).getByText('And this is the rest.').first()).toBeVisible()
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(slow)
})

async function killed({ process: child }: AppServer): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function savedText(home: string): string {
  const database = new Database(path.join(home, 'stratagem.db'), { readonly: true })
  const rows = z.array(z.object({ text: z.string() })).parse(database.prepare('SELECT text FROM drafts').all())
  database.close()
  return rows.map(({ text }) => text).join('\n')
}

for (const way of ['Continue', 'Give up'] as const)
  test(`an answer that a kill interrupted stays, also after ${way}`, async ({
    page,
    home,
    project,
    start,
    openScripted,
  }) => {
    const { app, model } = await openScripted((_request, turn) => (turn === 0 ? stream : say('And this is the rest.')))
    await send(page, 'Tell me')
    await expect(partial(page)).toBeVisible()
    // What streams in is saved a moment later.
    await expect.poll(() => savedText(home)).toContain(slow)
    await killed(app)
    const again = await start('--project', project)
    await page.goto(again.url)
    await expect(messageBox(page)).toBeVisible()
    await region(page, 'Conversations').getByText('Tell me').click()
    await expectKept(page, 'Interrupted here.')
    await chat(page).getByRole('button', { name: way, exact: true }).click()
    if (way === 'Continue') {
      await expect(chat(page).getByText('And this is the rest.').first()).toBeVisible()
      expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(slow)
    } else await untilEnded(page, 'stopped')
    await expect(partial(page)).toBeVisible()
    await expect(chat(page).getByText('Stopped here.')).toBeVisible()
    await page.reload()
    await expect(partial(page)).toBeVisible()
  })

test('a lane of a comparison that is stopped shows what it had written', async ({ page, openScripted }) => {
  await openScripted(() => stream)
  await messageBox(page).fill('Tell me')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('button', { name: /^Start/ }).click()
  const lane = page.getByRole('region', { name: /^Lane A/ })
  await expect(lane.getByText('This answer comes slowly')).toBeVisible()
  await page.getByRole('button', { name: /^Stop lane A/ }).click()
  await expect(lane.getByText('Stopped here.')).toBeVisible()
  await expect(lane.getByText('This answer comes slowly')).toBeVisible()
  await expect(lane.getByText(estimate)).toBeVisible()
})

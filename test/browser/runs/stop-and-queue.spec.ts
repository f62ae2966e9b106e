import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { gate, type WindowAnswer } from '../../kit/window/window-model.ts'
import { approval, chat, messageBox, openWithModel, stopButton, untilEnded } from '../../kit/window/window-steps.ts'

/** Ends only with the test: what waits for it can only be stopped. */
const never = new Promise<void>(() => {})
const long = `${JSON.stringify(process.execPath)} -e "console.log('counting'); setInterval(() => {}, 1000)"`

test('Stop ends a stream and a command at once, keeps what was said, and the next message works', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const answers: WindowAnswer[] = [
    { kind: 'answer', text: 'A long story begins', until: never },
    { kind: 'answer', calls: [{ tool: 'shell', arguments: { command: long } }] },
    { kind: 'answer', text: 'All well again.' },
  ]
  const model = await openModel({
    answer: (_request, turn) => answers[turn] ?? { kind: 'answer', text: 'Anything else?' },
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Scripted', url: model.url })

  await send(page, 'Tell me a story')
  await expect(chat(page).getByText('A long story begins')).toBeVisible()
  await stopButton(page).click()
  await untilEnded(page, 'stopped')
  await expect(chat(page).getByText('A long story begins')).toBeVisible()
  await expect(chat(page).getByText('Stopped here.')).toHaveCount(1)

  await send(page, 'Run something long')
  await approval(page).getByRole('button', { name: 'Allow once' }).click()
  await expect(chat(page).getByText('counting', { exact: true })).toBeVisible()
  await stopButton(page).click()
  await expect(stopButton(page)).toHaveCount(0)
  await expect(chat(page).getByText('Stopped here.')).toHaveCount(2)
  await expect(chat(page).getByText('counting', { exact: true })).toBeVisible()

  await send(page, 'And now?')
  await expect(chat(page).getByText('All well again.')).toBeVisible()
  await untilEnded(page)
  expect(model.requests).toHaveLength(3)
  expect(JSON.stringify(model.requests[2]?.messages)).toContain('Tell me a story')
})

test('a message queued while a run works is taken up by it, and shown where it was', async ({ page, openScripted }) => {
  const held = gate()
  const answers: WindowAnswer[] = [
    {
      kind: 'answer',
      text: 'I look.',
      until: held.opened,
      calls: [{ tool: 'read_file', arguments: { path: 'src/notes.txt' } }],
    },
    { kind: 'answer', text: 'Milk, bread, and butter too.' },
  ]
  const { model } = await openScripted((_request, turn) => answers[turn] ?? { kind: 'answer', text: 'Done.' })
  await send(page, 'What is to be bought?')
  await expect(chat(page).getByText('I look.')).toBeVisible()
  await messageBox(page).fill('Do not forget the butter')
  await messageBox(page).press('Enter')
  await expect(page.getByRole('list', { name: 'Queued messages' })).toContainText('Do not forget the butter')
  held.open()
  await expect(chat(page).getByText('Milk, bread, and butter too.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Queued messages' })).toHaveCount(0)
  await expect(chat(page).getByText('Do not forget the butter')).toBeVisible()
  await expect(chat(page).getByText('queued message, delivered here')).toHaveCount(1)
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Do not forget the butter')
})

test('queued messages are edited, removed and sent now by keyboard', async ({ page, openScripted }) => {
  const { model } = await openScripted((_request, turn) =>
    turn === 0
      ? { kind: 'answer', text: 'A long story begins', until: never }
      : { kind: 'answer', text: 'Right away.' },
  )
  await send(page, 'Tell me a story')
  await expect(chat(page).getByText('A long story begins')).toBeVisible()
  const queue = page.getByRole('list', { name: 'Queued messages' })
  const long = `Never mind ${'the weather '.repeat(40)}`.trim()
  for (const message of [long, 'Make it short']) {
    await messageBox(page).fill(message)
    await messageBox(page).press('Enter')
    await expect(queue).toContainText(message)
  }
  // However long it is, its buttons are in view.
  const remove = queue.getByRole('listitem').first().getByRole('button', { name: 'Remove from the queue' })
  await expect(remove).toBeInViewport({ ratio: 1 })
  // The arrow takes the newest back into the box, and the next one after it.
  await messageBox(page).press('ArrowUp')
  await expect(messageBox(page)).toHaveValue('Make it short')
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await messageBox(page).fill('Make it shorter')
  await messageBox(page).press('Enter')
  await remove.press('Enter')
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await expect(queue).toContainText('Make it shorter')
  await messageBox(page).press('Control+Enter')
  await expect(chat(page).getByText('Stopped here.')).toBeVisible()
  await expect(chat(page).getByText('Right away.')).toBeVisible()
  await expect(queue).toHaveCount(0)
  await untilEnded(page)
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Make it shorter')
  expect(JSON.stringify(model.requests[1]?.messages)).not.toContain('Never mind')
})

import { expect, type Page } from '@playwright/test'
import { openFaultServer } from '../../kit/model-server/model-fault-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { gate } from '../../kit/window/window-model.ts'
import { chat, openWithModel, untilEnded } from '../../kit/window/window-steps.ts'

const feed = (page: Page) => chat(page).getByRole('feed')
const fromEnd = (page: Page) =>
  feed(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
const paragraphs = (from: number, to: number) =>
  [...Array(to - from).keys()].map((each) => `Paragraph ${from + each}.`).join('\n\n')
/** So many frames, in which what is measured late would move the list. */
const later = (page: Page, frames: number) =>
  page.evaluate(async (count) => {
    for (let at = 0; at < count; at++) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, frames)

/** What the host says from the first text that holds `word` on is held back, in its order, until `opened`. */
async function holdSocket(page: Page, word: string, opened: Promise<void>): Promise<void> {
  await page.routeWebSocket(/\/host/, (socket) => {
    const server = socket.connectToServer()
    let before = Promise.resolve()
    let holds = false
    server.onMessage((said) => {
      holds ||= String(said).includes(word)
      if (holds) before = before.then(() => opened)
      before = before.then(() => socket.send(said))
    })
  })
}

test('the chat stays at its end while text streams, and stays where it is once the reader has gone up', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const held = gate()
  const model = await openModel({
    answer: () => ({
      kind: 'answer',
      text: paragraphs(0, 60),
      until: held.opened,
      more: `\n\n${paragraphs(60, 120)}`,
    }),
  })
  const app = await start('--project', project)
  await openWithModel(page, app.url, { name: 'Mine', url: model.url })
  await send(page, 'Write a lot')
  await expect(chat(page).getByText('Paragraph 59.')).toBeInViewport()
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(24)
  await feed(page).hover()
  await page.mouse.wheel(0, -600)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const before = await feed(page).evaluate((box) => box.scrollTop)
  held.open()
  await untilEnded(page)
  await expect.poll(() => fromEnd(page)).toBeGreaterThan(1500)
  expect(await feed(page).evaluate((box) => box.scrollTop)).toBe(before)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(chat(page).getByText('Paragraph 119.')).toBeInViewport()
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(24)
})

test('the first message stays in sight once it is gone to, whether the rows below are still to come or to be measured', async ({
  page,
  openScripted,
}) => {
  const rounds = 24
  await openScripted((_request, turn) => {
    const text = `Round ${turn}.\n\n${paragraphs(turn * 3, turn * 3 + 3)}`
    const look = { tool: 'list_directory', arguments: { path: '.' } }
    return { kind: 'answer', text, calls: turn < rounds ? [look] : [] }
  })
  await send(page, 'Look again and again')
  await untilEnded(page)
  const held = gate()
  await holdSocket(page, 'Round 3.', held.opened)
  await page.reload()
  const first = chat(page).getByText('Look again and again')
  await expect(first).toBeInViewport()
  await feed(page).focus()
  await page.keyboard.press('Home')
  held.open()
  await expect(chat(page).getByText('Round 0.')).toBeInViewport()
  await later(page, 40)
  await expect(first).toBeInViewport()
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(chat(page).getByText(`Round ${rounds}.`)).toBeInViewport()
  await page.reload()
  await expect(chat(page).getByText(`Round ${rounds}.`)).toBeInViewport()
  await feed(page).focus()
  await page.keyboard.press('Home')
  await expect(first).toBeInViewport()
  await later(page, 40)
  await expect(first).toBeInViewport()
  await page.keyboard.press('End')
  await expect(chat(page).getByText(`Round ${rounds}.`)).toBeInViewport()
  await later(page, 40)
  expect(await fromEnd(page)).toBeLessThanOrEqual(24)

  // Whoever sends a message sees what comes of it.
  await page.keyboard.press('Home')
  await expect(first).toBeInViewport()
  await send(page, 'And once more')
  await expect(chat(page).getByText('And once more')).toBeInViewport()
  await expect(chat(page).getByText(`Round ${rounds + 1}.`)).toBeInViewport()
})

test('what a model writes asks for nothing over the network and runs nothing (T19, T20)', async ({
  page,
  project,
  start,
  openModel,
}) => {
  const outside = await openFaultServer(({ response }) => response.end())
  const leak = new URL(outside.url).origin
  const text = [
    `![a picture](${leak}/markdown.png)`,
    `<img src="${leak}/html.png" onerror="window.ran = true">`,
    `<script>window.ran = true; fetch("${leak}/script")</script>`,
    `<iframe src="${leak}/frame"></iframe><link rel="stylesheet" href="${leak}/style.css">`,
    `<svg onload="window.ran = true"><image href="${leak}/svg.png"/></svg>`,
    `[a link](${leak}/link) and [a script](javascript:window.ran=true)`,
    'The end of it.',
  ].join('\n\n')
  const model = await openModel({ answer: () => ({ kind: 'answer', text }) })
  const app = await start('--project', project)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(leak)) elsewhere.push(request.url())
  })
  await openWithModel(page, app.url, { name: 'Mine', url: model.url })
  await send(page, 'Show me')
  await expect(chat(page).getByText('The end of it.')).toBeVisible()
  await untilEnded(page)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(elsewhere).toEqual([])
  expect(outside.received).toEqual([])
  await outside.close()
})

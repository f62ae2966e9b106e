import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { writeLongConversation } from '../../kit/window/long-conversation.ts'
import { feed, rowCount } from '../../kit/window/long-run-steps.ts'
import { scrollFaults, watchFrames } from '../../kit/window/scroll-frames.ts'
import { chat } from '../../kit/window/window-steps.ts'

test('a conversation of many turns is there from its end on, before all of it is, and nothing moves once it comes', async ({
  page,
  home,
  project,
  start,
}) => {
  const title = writeLongConversation(home, project, 3000)
  const held: (() => void)[] = []
  let open = false
  await page.routeWebSocket(/\/host$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      if (open || !String(text).includes('"conversation-open"')) server.send(text)
      else held.push(() => server.send(text))
    })
  })
  const app = await start('--project', project)
  await page.goto(app.url)
  await page.getByRole('button', { name: title }).first().click()
  await expect(chat(page).getByText('Answer 2999.')).toBeInViewport()
  expect(await rowCount(page)).toBeLessThan(200)
  await feed(page).hover()
  await page.mouse.wheel(0, -600)
  await expect(chat(page).getByText('Answer 2999.')).not.toBeInViewport()
  const seen = await watchFrames(page)
  open = true
  for (const send of held.splice(0)) send()
  await expect.poll(() => rowCount(page)).toBeGreaterThan(6000)
  const faults = scrollFaults(await seen()).filter((fault) => !fault.includes('back down'))
  expect(faults).toEqual([])
})

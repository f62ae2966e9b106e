import { expect, type Page } from '@playwright/test'
import type { LongRun } from './long-run.ts'
import { chat, timeline } from './window-steps.ts'

export const reading = (page: Page) => timeline(page).locator('[data-reading]')
export const feed = (page: Page) => chat(page).getByRole('feed')

/** Holds the pages of a run back until they are let go, so that what happens meanwhile can be looked at. */
export async function holdPages(page: Page) {
  const held: (() => void)[] = []
  let open = false
  await page.routeWebSocket(/\/host$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      if (open || !String(text).includes('"run-page"')) server.send(text)
      else held.push(() => server.send(text))
    })
  })
  return () => {
    open = true
    for (const send of held.splice(0)) send()
  }
}

export async function openLong(page: Page, run: LongRun): Promise<void> {
  await page.getByRole('button', { name: run.title }).first().click()
  await expect(chat(page).getByText(run.lastWords)).toBeVisible()
}

/** How many rows the conversation has, drawn or not. */
export const rowCount = async (page: Page) =>
  Number((await feed(page).getByRole('article').first().getAttribute('aria-setsize')) ?? 0)

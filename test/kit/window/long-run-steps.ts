import { expect, type Page } from '@playwright/test'
import type { LongRun } from '../host/long-run.ts'
import { chat, timeline } from './window-steps.ts'

export const reading = (page: Page) => timeline(page).locator('[data-reading]')
export const feed = (page: Page) => chat(page).getByRole('feed')

/**
 * Holds back requests for pages of a run, so that a test can check the window meanwhile. @param isHeld selects messages
 * to the host
 */
export async function holdPages(page: Page, isHeld = (message: string) => message.includes('"run-page"')) {
  let hold = isHeld
  let held: { readonly text: string; send(): void }[] = []
  await page.routeWebSocket(/\/host$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const text = String(message)
      if (hold(text)) held.push({ text, send: () => server.send(message) })
      else server.send(message)
    })
  })
  /** Releases the messages. @param stillHeld selects those that keep waiting */
  return (stillHeld: (message: string) => boolean = () => false) => {
    hold = stillHeld
    const waiting = held
    held = []
    for (const each of waiting) {
      if (stillHeld(each.text)) held.push(each)
      else each.send()
    }
  }
}

export async function openLong(page: Page, run: LongRun): Promise<void> {
  await page.getByRole('button', { name: run.title }).first().click()
  await expect(chat(page).getByText(run.lastWords)).toBeVisible()
}

/** The number of rows of the conversation, rendered or not. */
export const rowCount = async (page: Page) =>
  Number((await feed(page).getByRole('article').first().getAttribute('aria-setsize')) ?? 0)

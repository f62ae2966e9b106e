import { expect, type Page } from '@playwright/test'
import type { LongRun } from '../host/long-run.ts'
import { chat, timeline } from './window-steps.ts'

export const reading = (page: Page) => timeline(page).locator('[data-reading]')
export const feed = (page: Page) => chat(page).getByRole('feed')

/** Holds what is asked of a run back until it is let go, so that what happens meanwhile can be looked at. @param isHeld of messages to the host */
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
  /** @param stillHeld of those that are to wait on */
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

/** How many rows the conversation has, drawn or not. */
export const rowCount = async (page: Page) =>
  Number((await feed(page).getByRole('article').first().getAttribute('aria-setsize')) ?? 0)

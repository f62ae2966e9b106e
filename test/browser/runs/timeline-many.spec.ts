import { expect, type Page } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { allowEverything, send } from '../../kit/window/first-minutes.ts'
import type { WindowAnswer, WindowModelRequest } from '../../kit/window/window-model.ts'
import { ending, timeline } from '../../kit/window/window-steps.ts'

const calls = 280

function reader({ messages }: WindowModelRequest): WindowAnswer {
  if (messages.at(-1)?.role === 'tool') return { kind: 'answer', text: 'Read.' }
  const all = Array.from({ length: calls }, (_, at) => ({
    tool: 'read_file',
    arguments: { path: 'src/notes.txt', from: at },
  }))
  return { kind: 'answer', calls: all }
}

const spans = (page: Page) => timeline(page).getByRole('list', { name: 'Spans' })

/** Index of the span that has the keyboard; null where none has. */
const held = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-span') ?? null)

test('every span of a long run is come to by keyboard, with few of them there at a time', async ({
  page,
  openScripted,
}) => {
  test.slow()
  await openScripted(reader)
  await allowEverything(page)
  await send(page, 'Read it often.')
  await expect(ending(page)).toHaveText('completed', { timeout: 60_000 })
  await expect(spans(page).getByText(/more after these/)).toHaveCount(1)
  await timeline(page).getByRole('application').focus()
  await page.keyboard.press('Escape')

  await spans(page).locator('button[tabindex="0"]').focus()
  await page.keyboard.press('[')
  await expect(spans(page).getByText(/more after these/)).toHaveCount(0)
  const seen = new Set<string>()
  for (let index = await held(page); index !== null && !seen.has(index); index = await held(page)) {
    seen.add(index)
    await page.keyboard.press('[')
  }
  expect(seen.size).toBeGreaterThanOrEqual(calls + 2)
  expect(await spans(page).getByRole('button').count()).toBeLessThan(130)

  await test.step('what is left out is counted, and is gone to', async () => {
    const before = await spans(page)
      .getByText(/more after these/)
      .textContent()
    await spans(page)
      .getByText(/more after these/)
      .focus()
    await page.keyboard.press('Enter')
    await expect(spans(page).getByText(/more before these/)).toHaveCount(1)
    await expect(spans(page).getByText(/more after these/)).not.toHaveText(before ?? '')
    expect(Number(await held(page))).toBeGreaterThan(100)
    await expect(timeline(page).getByRole('status')).toContainText('Selected: tool read_file')
  })

  await test.step('come nearer, the keyboard goes along with the picture', async () => {
    for (let times = 0; times < 20; times++) await page.keyboard.press('+')
    const at = Number(await held(page))
    for (let times = 0; times < 5; times++) await page.keyboard.press(']')
    await expect.poll(() => held(page)).toBe(`${at + 5}`)
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Branch from here…' })).toBeVisible()
  })
})

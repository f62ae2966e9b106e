/** User actions with branches, in addition to those of `window-steps.ts`. */
import { expect, type Locator, type Page } from '@playwright/test'
import { region } from './first-minutes.ts'
import { chat } from './window-steps.ts'

export const branches = (page: Page) => region(page, 'Branches')
export const branchRow = (page: Page, words: string | RegExp) =>
  branches(page).getByRole('treeitem').filter({ hasText: words })
export const filesBar = (page: Page) => page.getByRole('status', { name: 'Files of this branch' })
export const forkDialog = (page: Page) => page.getByRole('dialog', { name: 'Branch from here' })
export const toast = (page: Page, words: string | RegExp) =>
  page.locator('[data-sonner-toast]').filter({ hasText: words })
export const messageAt = (page: Page, index: number) =>
  chat(page).getByRole('article', { name: 'Your message' }).nth(index)

export async function showBranches(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Branches/ }).click()
  await expect(branches(page).getByRole('tree')).toBeVisible()
}

/** Opens the editor in a message's place. */
export async function beginEdit(page: Page, message: Locator): Promise<Locator> {
  await message.hover()
  await message.getByRole('button', { name: 'Edit and ask again' }).click()
  return page.getByRole('group', { name: 'Edit and ask again' })
}

export async function editAndResend(page: Page, message: Locator, text: string): Promise<void> {
  const editor = await beginEdit(page, message)
  await editor.getByRole('textbox', { name: 'Edited text' }).fill(text)
  await editor.getByRole('button', { name: 'Ask again' }).click()
  await expect(editor).toHaveCount(0)
  await expect(message).toContainText(text)
}

/** Presses Undo in the toast with this text. */
export async function undo(page: Page, words: string | RegExp): Promise<void> {
  await toast(page, words).last().getByRole('button', { name: 'Undo' }).click()
}

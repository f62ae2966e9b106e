import type { Page } from '@playwright/test'

/** Ways to get the window into a state worth a look. */
export const scenes: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  welcome: async (page) => {
    await page.getByRole('button', { name: 'Open project' }).waitFor()
  },
  waiting: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Totals are off by a cent')
  },
  finished: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Move the tax table to data')
  },
}

export async function openInvoices(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^invoice-service/ }).click()
  await page.getByRole('region', { name: 'Conversations' }).waitFor()
}

export async function openConversation(page: Page, title: string): Promise<void> {
  await page.getByRole('region', { name: 'Conversations' }).getByText(title, { exact: true }).click()
  await page.getByRole('heading', { name: title }).waitFor()
}

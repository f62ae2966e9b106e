import type { Page } from '@playwright/test'
import { openConversation, openInvoices } from './scenes.ts'

/** Scenes of search and export. */
export const historyScenes: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'search-all': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+Shift+F')
    await page.getByRole('searchbox', { name: 'Search for' }).fill('tax')
    await page.getByRole('radio', { name: 'All projects' }).check()
    await page.getByRole('dialog', { name: 'Search' }).getByRole('status').waitFor()
  },
  'search-empty': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+Shift+F')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
  },
  'search-none': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+Shift+F')
    await page.getByRole('searchbox', { name: 'Search for' }).fill('nothing like it')
    await page.getByText('Nothing found').waitFor()
  },
  'export-dialog': async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Totals are off by a cent')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Export this run…' }).click()
    await page.getByText('4 secrets are taken out:').waitFor()
  },
  'import-dialog': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Import…' }).click()
    await page.getByRole('dialog', { name: 'Import' }).waitFor()
  },
}

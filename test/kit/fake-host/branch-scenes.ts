import type { Page } from '@playwright/test'
import { openConversation, openInvoices } from './scenes.ts'

const openTax = async (page: Page) => {
  await openInvoices(page)
  await openConversation(page, 'Move the tax table to data')
}
const openBranches = async (page: Page) => {
  await openTax(page)
  await page.getByRole('tab', { name: 'Branches' }).click()
  await page.getByRole('tree').waitFor()
}

/** Scenes of branches: their tree, their files, branching from a step, merging. */
export const branchScenes: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  branches: async (page) => {
    await openBranches(page)
    await page.getByRole('button', { name: 'Show archived' }).click()
    await page.getByRole('status', { name: 'Files of this branch' }).waitFor()
  },
  'branch-menu': async (page) => {
    await openBranches(page)
    await page.getByRole('tree').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: /^Delete/ }).waitFor()
  },
  'branch-edit': async (page) => {
    await openTax(page)
    await page.keyboard.press('Control+Shift+E')
    await page
      .getByRole('textbox', { name: 'Edited text', exact: true })
      .fill('Now add the rates of Iceland, and test them.')
  },
  'branch-fork': async (page) => {
    await openTax(page)
    await page.getByRole('region', { name: 'Conversation', exact: true }).locator('.chat-tool').last().click()
    await page.keyboard.press('Control+Shift+G')
    await page.getByRole('radio', { name: /^Use an edited/ }).check()
    await page.getByRole('radio', { name: /^Restore the files/ }).check()
  },
  'branch-files': async (page) => {
    await openTax(page)
    await page.getByRole('status', { name: 'Files of this branch' }).getByRole('button', { name: 'Show' }).click()
    await page.getByRole('dialog', { name: 'Files of this branch' }).getByText('rates[country]').first().waitFor()
  },
  'branch-copy': async (page) => {
    await openTax(page)
    await page.getByRole('button', { name: 'Open a copy' }).click()
    await page.getByRole('button', { name: 'Isolated copy' }).click()
    await page.getByRole('menuitem', { name: /^Merge into/ }).waitFor()
  },
  'branch-merge': async (page) => {
    await openTax(page)
    await page.getByRole('button', { name: 'Open a copy' }).click()
    await page.getByRole('button', { name: 'Isolated copy' }).click()
    await page.getByRole('menuitem', { name: /^Merge into/ }).click()
    await page.getByRole('region', { name: 'Merge' }).getByText('conflict').first().waitFor()
  },
}

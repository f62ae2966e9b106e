import type { Page } from '@playwright/test'

/** Ways to bring the window into a state worth viewing. */
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
  playback: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Move the tax table to data')
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.getByRole('slider', { name: 'Position' }).press('PageDown')
    for (let more = 0; more < 4; more++) await page.getByRole('slider', { name: 'Position' }).press('PageDown')
  },
  failed: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Flaky date test')
  },
  fresh: async (page) => {
    await openInvoices(page)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Look at @tot')
    await page.getByRole('option', { name: /total\.js/ }).waitFor()
  },
  strategies: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Totals are off by a cent')
    await page.getByRole('combobox', { name: 'Strategy', exact: true }).click()
    await page.getByRole('option', { name: /Plan, revise/ }).waitFor()
  },
  options: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Totals are off by a cent')
    await page.getByRole('button', { name: 'Strategy options' }).click()
    await page.getByRole('textbox', { name: 'Threshold', exact: true }).fill('7')
  },
  'strategy-editor': async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Totals are off by a cent')
    await page.getByRole('button', { name: 'Strategy options' }).click()
    await page.getByRole('button', { name: 'Compose and save…' }).click()
    await page.getByRole('button', { name: /^Careful fix/ }).click()
    await page.getByText('Retry › Plan, revise, execute', { exact: true }).last().waitFor()
  },
  'preset-invalid': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Compose a strategy')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /quick\.json/ }).click()
    await page.getByRole('textbox', { name: 'As text', exact: true }).waitFor()
  },
  'settings-strategies': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Strategies' }).click()
    await page.getByText('How auto picks').waitFor()
  },
  'settings-own-strategies': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Strategies' }).click()
    await page.getByRole('button', { name: 'Revoke trust' }).click()
    await page.getByRole('button', { name: 'Trust these strategies' }).scrollIntoViewIfNeeded()
  },
  'new-strategy': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Stratagem: New strategy')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('second-thought')
    await page.getByRole('combobox', { name: 'Location', exact: true }).waitFor()
  },
  'new-strategy-made': async (page) => {
    await scenes['new-strategy']?.(page)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy the path' }).waitFor()
  },
  'strategy-broken': async (page) => {
    await openInvoices(page)
    await page.getByRole('combobox', { name: 'Strategy', exact: true }).click()
    await page.getByRole('option', { name: /broken/ }).scrollIntoViewIfNeeded()
  },
  roles: async (page) => {
    await openInvoices(page)
    await openConversation(page, 'Totals are off by a cent')
    await page.getByRole('button', { name: 'Models by role' }).click()
  },
  search: async (page) => {
    await openInvoices(page)
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('tax')
    await page
      .getByText('1 result')
      .or(page.getByText(/\d+ places/))
      .waitFor()
  },
  palette: async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  },
  shortcuts: async (page) => {
    await page.getByRole('button', { name: 'Open project' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  folders: async (page) => {
    await page.getByRole('button', { name: 'Open project' }).click()
    await page.getByRole('button', { name: 'invoice-service' }).last().waitFor()
  },
  settings: async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).getByText('OpenAI mini').waitFor()
  },
  'settings-model': async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Edit OpenAI mini' }).click()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('It works.').waitFor()
  },
  'settings-about': async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'About' }).click()
  },
  'settings-approval': async (page) => {
    await openInvoices(page)
    await page.keyboard.press('Control+,')
    await page.getByRole('tab', { name: 'Approval' }).click()
  },
  'settings-limits': async (page) => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'Limits' }).click()
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

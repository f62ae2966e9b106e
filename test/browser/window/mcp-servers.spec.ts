import path from 'node:path'
import { expect } from '@playwright/test'
import { openOAuthServer } from '../../kit/mcp/open-oauth-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { chat, settings, untilEnded } from '../../kit/window/window-steps.ts'

test('an MCP server is added and tested, its tools are chosen, and an agent uses one', async ({
  page,
  openScripted,
}) => {
  await openScripted((_, turn) =>
    turn === 0
      ? { kind: 'answer', text: 'I add.', calls: [{ tool: 'mcp__sums__add', arguments: { a: 2, b: 3 } }] }
      : { kind: 'answer', text: 'It is five.' },
  )
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'MCP servers' }).click()
  await settings(page).getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('sums')
  await page.getByRole('textbox', { name: 'Program' }).fill(process.execPath)
  const script = path.resolve(import.meta.dirname, '../../kit/mcp/fake-mcp-server.js')
  await page.getByRole('textbox', { name: 'Arguments' }).fill(`${script}\nexit`)
  await settings(page).getByRole('button', { name: 'Test' }).click()
  await expect(settings(page).getByRole('alert')).toContainText('no license')
  await page.getByRole('textbox', { name: 'Arguments' }).fill(`${script}\noffers`)
  await settings(page).getByRole('button', { name: 'Test' }).click()
  await page.getByRole('combobox', { name: 'Use of add' }).click()
  await page.getByRole('option', { name: 'Only reads' }).click()
  await expectNoAxeViolations(page)
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(settings(page).getByRole('listitem').filter({ hasText: 'sums' })).toContainText(
    '6 tools · 2 prompts · 3 resources',
  )
  await page.keyboard.press('Escape')

  // It runs unasked, since it was said to only read.
  await send(page, 'What is 2 + 3?')
  await untilEnded(page)
  await expect(chat(page).getByText('It is five.')).toBeVisible()

  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('MCP servers')

  // Its prompts are commands, with proposals for their arguments, and its resources can be mentioned.
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('/rev')
  await page.getByRole('option', { name: '/sums:review' }).click()
  await expect(message).toHaveValue('/sums:review ')
  await message.press('p')
  await page.getByRole('option', { name: 'printer' }).click()
  await expect(message).toHaveValue('/sums:review printer ')
  await message.press('Enter')
  await expect(message).toHaveValue(/^Review printer, plainly\./)
  await message.fill('See @sums:today')
  await page.getByRole('option', { name: 'Notes of today' }).click()
  await expect(message).toHaveValue('See @sums:notes://today ')
  await expect(page.getByRole('list', { name: 'Attached to this message' })).toContainText('sums:notes://today')
})

test('where apps can’t register, a client ID is entered by hand; signing out revokes the tokens', async ({
  page,
  openScripted,
}) => {
  const remote = await openOAuthServer({ client: { id: 'mine', secret: 'quiet' } })
  await openScripted(() => ({ kind: 'answer', text: 'Done.' }))
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'MCP servers' }).click()
  // Files of other tools are read before their servers are added.
  await settings(page).getByRole('button', { name: 'Import from another tool…' }).click()
  await page
    .getByRole('textbox', { name: 'Configuration' })
    .fill(`[mcp_servers.remote]\nurl = "${remote.url}"\nstartup_timeout_sec = 15`)
  await settings(page).getByRole('button', { name: 'Add these servers' }).click()
  await settings(page).getByRole('button', { name: 'Edit remote' }).click()
  await expect(page.getByRole('textbox', { name: 'Start timeout' })).toHaveValue('15')

  await settings(page).getByRole('button', { name: 'Sign in…' }).click()
  await expect(settings(page).getByRole('alert')).toContainText('client ID')
  await settings(page).getByRole('button', { name: 'With a client ID…' }).click()
  await page.getByRole('textbox', { name: 'Client ID' }).fill('mine')
  await page.getByLabel('Client secret').fill('quiet')
  await expectNoAxeViolations(page)
  await settings(page).getByRole('button', { name: 'Sign in…' }).click()
  const link = page.getByRole('link', { name: `Open the sign-in page of ${new URL(remote.url).host}` })
  await remote.browse((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('combobox', { name: 'Use of hello' })).toBeVisible()
  expect(remote.given).toHaveLength(2)
  await settings(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(settings(page).getByRole('button', { name: 'Sign in…' })).toBeVisible()
  expect(remote.revoked).toEqual([remote.given[1]])
  await remote.close()
})

test('a server at an address is signed in to by a link that shows its host, and a page of one is opened by hand', async ({
  page,
  openScripted,
}) => {
  const remote = await openOAuthServer()
  await openScripted((_, turn) =>
    turn === 0
      ? { kind: 'answer', text: 'I connect.', calls: [{ tool: 'mcp__bar__visit', arguments: {} }] }
      : { kind: 'answer', text: 'It is connected.' },
  )
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'MCP servers' }).click()
  await settings(page).getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('remote')
  await page.getByRole('radio', { name: 'Address' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(remote.url)
  await settings(page).getByRole('button', { name: 'Test' }).click()
  await expect(settings(page).getByRole('alert')).toContainText('needs you to sign in')
  await settings(page).getByRole('button', { name: 'Sign in…' }).click()
  const link = page.getByRole('link', { name: `Open the sign-in page of ${new URL(remote.url).host}` })
  await expect(link).toHaveAttribute('target', '_blank')
  await remote.browse((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('combobox', { name: 'Use of hello' })).toBeVisible()
  await expectNoAxeViolations(page)
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(settings(page).getByRole('listitem').filter({ hasText: 'remote' })).toContainText('1 tool')
  await remote.close()

  await settings(page).getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('bar')
  await page.getByRole('textbox', { name: 'Program' }).fill(process.execPath)
  const script = path.resolve(import.meta.dirname, '../../kit/mcp/fake-mcp-server.js')
  await page.getByRole('textbox', { name: 'Arguments' }).fill(`${script}\nasking`)
  await settings(page).getByRole('button', { name: 'Test' }).click()
  await page.getByRole('combobox', { name: 'Use of visit' }).click()
  await page.getByRole('option', { name: 'Only reads' }).click()
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await send(page, 'Connect my account.')
  const open = chat(page).getByRole('link', { name: 'Open accounts.example' })
  await expect(open).toHaveAttribute('href', 'https://accounts.example/connect?x=1')
  await expectNoAxeViolations(page)
  // The page itself is not in these tests' reach.
  await page.context().route('https://accounts.example/**', (route) => route.fulfill({ body: 'Connected.' }))
  await open.click()
  await untilEnded(page)
  await expect(chat(page).getByText('It is connected.')).toBeVisible()
})

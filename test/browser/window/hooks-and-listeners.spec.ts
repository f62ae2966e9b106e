import { createServer } from 'node:http'
import { expect } from '@playwright/test'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { send } from '../../kit/window/first-minutes.ts'
import { chat, settings, untilEnded } from '../../kit/window/window-steps.ts'

/** A collector on loopback: what it was sent, as text. */
async function collector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() }
}

const list = (status: string) => ({ todos: [{ id: 'look', text: 'Look around', status }] })

test('a hook is tried out, added and refuses a call; a collector gets the steps; the list of work changes in place', async ({
  page,
  openScripted,
}) => {
  await openScripted((_, turn) => {
    const calls = [
      { tool: 'write_todos', arguments: list('in_progress') },
      { tool: 'list_directory', arguments: { path: '.' } },
    ]
    if (turn === 0) return { kind: 'answer', text: 'I look.', calls }
    if (turn === 1)
      return { kind: 'answer', text: 'So be it.', calls: [{ tool: 'write_todos', arguments: list('done') }] }
    return { kind: 'answer', text: 'I was not let.' }
  })
  const listener = await collector()
  const dialog = settings(page)
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: 'Hooks' }).click()
  await dialog.getByRole('button', { name: 'Add a hook' }).click()
  // A new hook runs after an edit, and is tried out with a path alone.
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('*.ts')
  await dialog.getByRole('textbox', { name: 'Command', exact: true }).fill("echo 'Not this folder'; exit 2")
  await expect(dialog.getByRole('textbox', { name: 'Tool to test with' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Path to test with' }).fill('src/a.ts')
  await expect(dialog.getByRole('status')).toContainText('Runs: echo')
  await dialog.getByRole('textbox', { name: 'Path to test with' }).fill('src/a.js')
  await expect(dialog.getByRole('status')).toContainText('does not run')
  await dialog.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Before a tool call' }).click()
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('')
  await dialog.getByRole('textbox', { name: 'Tool', exact: true }).fill('list_*')
  await dialog.getByRole('textbox', { name: 'Tool to test with' }).fill('list_directory')
  await expect(dialog.getByRole('status')).toContainText('Runs: echo')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Not this folder' })).toContainText('list_*')
  await expectNoAxeViolations(page)

  await page.getByRole('tab', { name: 'Integrations' }).click()
  const endpoint = dialog.getByRole('textbox', { name: 'Collector endpoint' })
  await endpoint.fill('localhost:4318')
  await expect(dialog.getByText('Enter an http or https address.')).toBeVisible()
  await endpoint.fill(listener.url)
  await endpoint.blur()
  await expect(dialog.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await send(page, 'Look around')
  await untilEnded(page)
  await expect(chat(page).getByText('refused the call')).toBeVisible()
  const todos = chat(page).getByRole('region', { name: 'To do' })
  await expect(todos).toHaveCount(1)
  await expect(todos).toContainText('1 of 1 item done')
  await expect(todos.getByRole('img', { name: 'Done' })).toBeVisible()
  await expectNoAxeViolations(page)
  await expect.poll(() => listener.bodies.join('')).toContain('execute_tool')
  listener.close()
})

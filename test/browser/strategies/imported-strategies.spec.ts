import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { agent } from '../../kit/host/seed-run.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { forkDialog } from '../../kit/window/branch-steps.ts'
import { chat, timeline, toFirstMessage, untilEnded } from '../../kit/window/window-steps.ts'

const text = `import { callModel, defineStrategy, outcomeOf } from 'stratagem'
export default defineStrategy({ name: 'mine', title: 'My way', build: () => function* (task) {
  const reply = yield* callModel({ role: 'engineer', messages: task.messages })
  return outcomeOf(task, { text: reply.message.text, added: [reply.message], calls: [], meta: {} })
} })
`

test('a strategy that came with an imported run is shown and asked about before anything goes on with it (T25)', async ({
  page,
  project,
  home,
  start,
}) => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'stratagem-elsewhere-'))
  mkdirSync(path.join(elsewhere, 'strategies'))
  writeFileSync(path.join(elsewhere, 'strategies', 'mine.ts'), text)
  await agent(elsewhere, ['run', '--project', project, '--strategy', 'mine', 'Do it.'])
  const [run = ''] = (await agent(elsewhere, ['list'])).split('\t')
  const file = path.join(elsewhere, 'it.stratagem')
  await agent(elsewhere, ['export', run, '--format', 'bundle', '--out', file])
  await agent(home, ['import', file, '--project', project])

  await page.goto((await start('--project', project)).url)
  await toFirstMessage(page)
  await expect(chat(page).getByText('Do it.').first()).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: 'Imported runs contain a strategy. Use it?' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Show files' }).click()
  await expect(notice.locator('pre')).toContainText("name: 'mine', title: 'My way'")
  await expectNoAxeViolations(page)

  const goOn = async () => {
    await timeline(page)
      .getByRole('list', { name: 'Spans' })
      .getByRole('button', { name: /^model call/ })
      .focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Branch from here…' }).click()
    await forkDialog(page).getByRole('button', { name: 'Branch from here' }).click()
  }
  await goOn()
  await expect(forkDialog(page).getByText(/came with the imported file, and you have not trusted it/)).toBeVisible()
  await forkDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await notice.getByRole('button', { name: 'Trust this file' }).click()
  await expect(notice).toHaveCount(0)
  await goOn()
  await expect(forkDialog(page)).toHaveCount(0)
  await untilEnded(page)
  await page.getByRole('combobox', { name: 'Strategy', exact: true }).click()
  await expect(page.getByRole('option', { name: /My way/ })).toBeVisible()
  rmSync(elsewhere, { recursive: true, force: true })
})

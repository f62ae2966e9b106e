import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { agent, seedRun } from '../../kit/host/seed-run.ts'
import { startAppServer } from '../../kit/window/app-server.ts'
import { test } from '../../kit/window/app-test.ts'
import { expectNoAxeViolations } from '../../kit/window/axe.ts'
import { region } from '../../kit/window/first-minutes.ts'
import { chat, messageBox, timeline } from '../../kit/window/window-steps.ts'

/** Made up; put together here so that no scanner takes this file for a leak. */
const secret = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-')

const scripted = {
  answer: ({ messages }: { messages: readonly { role: string; content: unknown }[] }) => {
    const question = String(messages.findLast(({ role }) => role === 'user')?.content)
    const answered = messages.some(({ role }) => role === 'tool')
    if (!answered)
      return {
        kind: 'answer',
        calls: [{ tool: 'write_file', arguments: { path: 'src/emptyCart.js', content: `// ${question} ${secret}\n` } }],
      } as const
    return { kind: 'answer', text: `I wrote it down: ${question} <script>document.title = 'run'</script>` } as const
  },
}

function folder(name: string): string {
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), `stratagem-${name}-`)))
  mkdirSync(path.join(made, 'src'))
  writeFileSync(path.join(made, 'src', 'a.txt'), 'a\n')
  return made
}

test('a hit in another project opens its conversation, selects the step and shows it on the timeline', async ({
  page,
  home,
  start,
  openModel,
}) => {
  const model = await openModel(scripted)
  const [here, there] = [folder('here'), folder('there')]
  await seedRun(home, there, model.url, 'Where does the pumpkin go?')
  await seedRun(home, here, model.url, 'Something else.')
  const { url } = await start('--project', here)
  await page.goto(url)
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+Shift+F')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('searchbox').fill('pumpkin')
  await expect(search.getByText('Nothing found')).toBeVisible()
  await search.getByRole('radio', { name: 'All projects' }).check()
  const results = search.getByRole('list', { name: 'Search results' })
  await expect(results.locator('mark').first()).toHaveText('pumpkin')
  await expect(results.getByText(path.basename(there))).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await search.getByRole('searchbox').fill('pumpkin emptycart')
  // What is shown till then was found by the words before.
  await expect(
    results
      .locator('mark')
      .filter({ hasText: /emptycart/i })
      .first(),
  ).toBeVisible()
  await results.getByRole('button', { name: /^Call · write_file/ }).click()
  await expect(search).toHaveCount(0)
  await expect(page.getByRole('button', { name: new RegExp(`^Project ${path.basename(there)}`) })).toBeVisible()
  await expect(chat(page).getByText('Where does the pumpkin go?').first()).toBeVisible()
  await expect(chat(page).locator('.chat-tool').first()).toBeInViewport()
  await expect(region(page, 'Inspector').getByText('write_file').first()).toBeVisible()
  await expect(timeline(page)).toBeVisible()
  for (const each of [here, there]) rmSync(each, { recursive: true, force: true })
})

test('a conversation is exported, imported into another data folder, looked at and replayed there', async ({
  page,
  browser,
  home,
  start,
  openModel,
}) => {
  const model = await openModel(scripted)
  const project = folder('one')
  await seedRun(home, project, model.url, 'Keep the pumpkin.')
  const { url } = await start('--project', project)
  await page.goto(url)
  await expect(chat(page).getByText('I wrote it down').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Export this conversation…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this conversation' })
  await expect(dialog.getByText(/secrets are removed:/)).toBeVisible()
  await expect(dialog.getByText(/\d+ × OpenAI key/)).toBeVisible()
  await expect(dialog.getByText(/changes of src\/emptyCart\.js/)).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  const file = path.join(home, (await download).suggestedFilename())
  await (await download).saveAs(file)
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain(secret)

  const elsewhere = mkdtempSync(path.join(tmpdir(), 'stratagem-elsewhere-'))
  const target = folder('target')
  await seedRun(elsewhere, target, model.url, 'Something else.')
  const other = await startAppServer(elsewhere)
  try {
    const context = await browser.newContext()
    const second = await context.newPage()
    await second.goto(other.url)
    await second.getByRole('button', { name: /^Commands/ }).click()
    await second.getByRole('option', { name: 'Import…' }).click()
    const taking = second.getByRole('dialog', { name: 'Import' })
    await taking.getByLabel('File', { exact: true }).setInputFiles(file)
    await taking.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(chat(second).getByText('Keep the pumpkin.').first()).toBeVisible()
    // Script in a text is text.
    await expect(chat(second).getByText("<script>document.title = 'run'</script>").first()).toBeVisible()
    expect(await second.title()).not.toBe('run')
    await expect(timeline(second).getByText('Model', { exact: true }).first()).toBeVisible()
    await second.getByRole('tab', { name: 'Changes' }).click()
    await expect(region(second, 'Changes').getByText('emptyCart.js').first()).toBeVisible()
    const box = messageBox(second)
    await expect(box).toBeDisabled()
    await expect(box).toHaveAccessibleDescription(
      /Imported for viewing only:.*import the file into one of your projects/,
    )
    await expect(second.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
    await expectNoAxeViolations(second)
    await expect(second.getByRole('button', { name: /^(Edit and ask again|More for this message)/ })).toHaveCount(0)
    await chat(second).getByRole('article', { name: 'Tool calls' }).first().getByRole('button').click()
    await chat(second).locator('.chat-tool').first().click({ button: 'right' })
    await expect(second.getByRole('menuitem', { name: /^Branch from here…/ })).toHaveAttribute('aria-disabled', 'true')
    await second.keyboard.press('Escape')
    await box.focus()
    await second.keyboard.type('Go on.')
    await second.keyboard.press('Enter')
    await expect(box).toHaveValue('')
    await second.keyboard.press('Tab')
    await second.keyboard.press('Enter')
    await expect(taking.getByRole('radio', { name: `Into ${path.basename(target)}` })).toBeChecked()
    await taking.getByLabel('File', { exact: true }).setInputFiles(file)
    await taking.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(second.getByRole('button', { name: new RegExp(`^Project ${path.basename(target)}`) })).toBeVisible()
    await expect(chat(second).getByText('Keep the pumpkin.').first()).toBeVisible()
    await box.fill('Go on.')
    await expect(second.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await context.close()
  } finally {
    await other.stop()
  }
  const listed = (await agent(elsewhere, ['list'])).split('\n').find((line) => line.includes('Keep the pumpkin'))
  const [run = ''] = listed?.split('\t') ?? []
  expect(await agent(elsewhere, ['replay', run, '--verify'])).toMatch(/^equal: \d+ steps and the outcome/)
  for (const each of [project, elsewhere, target]) rmSync(each, { recursive: true, force: true })
})

test('a file that is no bundle is refused in words, and a session of another tool is imported to be read', async ({
  page,
  home,
  project,
  start,
}) => {
  const { url } = await start('--project', project)
  await page.goto(url)
  await expect(messageBox(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Import…' }).click()
  const letter = path.join(home, 'letter.stratagem')
  writeFileSync(letter, 'a letter')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles(letter)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(
    dialog.getByText(/can’t be imported: it is damaged, or neither a Stratagem bundle nor a session of a known tool/),
  ).toBeVisible()

  const session = path.join(import.meta.dirname, '../../host/bundles/sessions/files/claude-code-error.jsonl')
  await dialog.getByLabel('File', { exact: true }).setInputFiles(session)
  await dialog.getByRole('radio', { name: `Into ${path.basename(project)}` }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(chat(page).getByText('/review the last commit').first()).toBeVisible()
  await expect(messageBox(page)).toHaveAccessibleDescription(
    /Claude Code recorded this conversation, so it is read-only/,
  )
  await expect(timeline(page).getByText('Model', { exact: true }).first()).toBeVisible()
  await expect(chat(page).getByRole('button', { name: /^(Try again|Edit and ask again)/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'More for this run' }).first().click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Play back/, /^Export/])
})

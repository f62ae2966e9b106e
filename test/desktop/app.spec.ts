import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openDesktopApp, startDesktopAgain } from '../kit/window/desktop-app.ts'
import { test } from '../kit/window/desktop-test.ts'
import { allowAll, chooseStrategy, openSampleProject, region, request, send } from '../kit/window/first-minutes.ts'
import { openWindowModel } from '../kit/window/window-model.ts'
import { addModel, approval, chat, chooseModel, ending, messageBox, settings } from '../kit/window/window-steps.ts'

const pictures = path.resolve(import.meta.dirname, '../../test-results/pictures')

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}.png`) })
  }
}

test('a run that waits when the app is quit is interrupted at the next start, and Resume finishes it', async ({
  open,
}) => {
  const first = await open()
  await takePictures(first.page, 'welcome')
  await openSampleProject(first.page)
  await chooseStrategy(first.page, /Plan, revise, execute/)
  await send(first.page, request)
  await expect(approval(first.page)).toBeVisible()
  await takePictures(first.page, 'waiting')
  await first.quit()

  const { page } = await open()
  await expect(region(page, 'Conversations').getByText(/interrupted/)).toBeVisible()
  await expect(chat(page).getByText('This run was interrupted')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(approval(page)).toBeVisible()
  await allowAll(page)
  await expect(ending(page)).toHaveText('completed')
  await takePictures(page, 'finished')
})

test('a second start shows the first window, and opens the project named there', async ({ open, home }) => {
  const { app, page } = await open()
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'second-project-')))
  expect(await startDesktopAgain(home, '--project', folder)).toBe(0)
  await expect(messageBox(page)).toBeVisible()
  await expect(region(page, 'Conversations')).toContainText(path.basename(folder))
  expect(app.windows()).toHaveLength(1)
  rmSync(folder, { recursive: true })
})

test('the window comes back where it was and in its theme; the menu does what it says', async ({ open }) => {
  const first = await open()
  await openSampleProject(first.page)
  const menu = (label: string) =>
    first.app.evaluate(({ Menu }, wanted) => {
      const entries = Menu.getApplicationMenu()?.items.flatMap((each) => each.submenu?.items ?? []) ?? []
      entries.find((each) => each.label === wanted)?.click()
      return entries.some((each) => each.label === wanted)
    }, label)
  expect(await menu('Settings…')).toBe(true)
  await expect(settings(first.page)).toBeVisible()
  await settings(first.page).getByRole('tab', { name: 'Appearance' }).click()
  await first.page.getByRole('combobox', { name: 'Theme', exact: true }).click()
  await first.page.getByRole('option', { name: 'Dark' }).click()
  await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await first.page.keyboard.press('Escape')
  await expect(settings(first.page)).toHaveCount(0)
  expect(await menu('Timeline')).toBe(true)
  await expect(region(first.page, 'Timeline')).toHaveCount(0)
  expect(await menu('Command Palette…')).toBe(true)
  await expect(first.page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1010, height: 640 })
  })
  const bounds = () => first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  await expect.poll(async () => (await bounds())?.width).toBe(1010)
  await first.quit()

  const second = await open()
  await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const again = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  expect(again).toMatchObject({ width: 1010, height: 640 })
})

/** Every file under a folder, to the byte. */
function filesUnder(folder: string): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, bytes: readFileSync(name) }))
}

test('About shows the log in the file manager and copies the diagnostics', async ({ open }) => {
  const { app, page, quit } = await open()
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = (shown) => {
      process.env.SHOWN_FILE = shown
    }
  })
  await expect(page.getByRole('button', { name: 'Try the sample project' })).toBeFocused()
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('tab', { name: 'About' }).click()
  await settings(page).getByRole('button', { name: 'Open logs' }).click()
  await expect.poll(() => app.evaluate(() => process.env.SHOWN_FILE)).toMatch(/stratagem\.log$/)
  await settings(page).getByRole('button', { name: 'Copy diagnostics' }).click()
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toMatch(/^Stratagem .+ \(electron\) on .+\nNode .+, Electron .+\nData folder: /)
  await quit()
})

test('a key is used, and stands in no file of the app; where there is no keychain it says so (T28)', async ({
  open,
  home,
}) => {
  const key = 'sk-canary-7c1f0b9e2d'
  const model = await openWindowModel({ key, answer: () => ({ kind: 'answer', text: 'I have your key.' }) })
  const { app, page, quit } = await open()
  await openSampleProject(page)
  await addModel(page, { name: 'Mine', url: model.url, key })
  const sealed = await app.evaluate(
    ({ safeStorage }) =>
      safeStorage.isEncryptionAvailable() &&
      (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())),
  )
  await page.keyboard.press('Control+,')
  await expect(settings(page)).toContainText(
    sealed
      ? 'API keys are stored in your system keychain'
      : 'API keys are kept in memory until Stratagem quits; they are never saved.',
  )
  await page.keyboard.press('Escape')
  await chooseModel(page, 'Mine')
  await send(page, 'Hello')
  await expect(chat(page).getByText('I have your key.')).toBeVisible()
  await quit()
  await model.close()
  const files = filesUnder(home)
  expect(files.some((file) => file.name.endsWith('.db'))).toBe(true)
  expect(files.filter(({ bytes }) => bytes.includes(key)).map(({ name }) => name)).toEqual([])
})

test('the data folder is closed to other users, also one that was open to them (T37)', async ({ home }) => {
  const wide = path.join(home, 'wide')
  mkdirSync(path.join(wide, 'desktop'), { recursive: true })
  writeFileSync(path.join(wide, 'stratagem.db'), '')
  chmodSync(path.join(wide, 'stratagem.db'), 0o644)
  for (const each of [path.join(wide, 'desktop'), wide]) chmodSync(each, 0o755)
  for (const folder of [path.join(home, 'new'), wide]) {
    const { page, quit } = await openDesktopApp(folder)
    await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible()
    const outer = ['.', ...readdirSync(folder)].map((name) => path.join(folder, name))
    expect(outer.filter((each) => (lstatSync(each).mode & 0o077) !== 0)).toEqual([])
    expect(outer).toContain(path.join(folder, 'stratagem.db'))
    await quit()
  }
})

/**
 * Takes the screenshot in the guide: a finished plan-revise-execute run of the sample project with its edit selected.
 *
 *   node test/kit/window/take-screenshot.ts [FILE]
 *
 * The window must be built (`npm run build`).
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startAppServer } from './app-server.ts'
import { allowAll, chooseStrategy, openSampleProject, region, request, send } from './first-minutes.ts'
import { npmChromium } from './npm-chromium.ts'

const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../../resources/screenshot.png'))
const home = mkdtempSync(path.join(tmpdir(), 'stratagem-picture-'))
// The tests' output is visible: keep this user's own configuration out of it.
process.env['HOME'] = home
const app = await startAppServer(path.join(home, 'data'))
const browser = await chromium.launch(await npmChromium())
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(120_000)
  await page.goto(app.url)
  await play(page)
  await page.screenshot({ path: file })
  console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`)
} finally {
  await browser.close()
  await app.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}

async function play(page: Page): Promise<void> {
  await openSampleProject(page)
  await chooseStrategy(page, /Plan, revise, execute/)
  await send(page, request)
  await allowAll(page)
  const edit = region(page, 'Timeline').getByRole('button', { name: /^tool edit_file/ })
  await edit.first().click()
  await region(page, 'Inspector').getByText('discountFrom').first().waitFor()
  await page.getByRole('region', { name: 'Conversation', exact: true }).hover({ position: { x: 8, y: 8 } })
}

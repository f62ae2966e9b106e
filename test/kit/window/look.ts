/**
 * Takes screenshots of the window with the fake host, for review, and lists axe's findings.
 *
 *   node test/kit/window/look.ts FOLDER [PART-OF-A-SCENE'S-NAME] [--all]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { branchScenes } from '../fake-host/branch-scenes.ts'
import { historyScenes } from '../fake-host/history-scenes.ts'
import { scenes } from '../fake-host/scenes.ts'
import { npmChromium } from './npm-chromium.ts'
import { serveRenderer } from './serve-renderer.ts'

const [folder = 'pictures', wanted = ''] = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const ways = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1100, height: 700 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 1100, height: 700 },
] as const
/** `--all` takes every screenshot in both themes and sizes; otherwise each theme in one size. */
const shown = process.argv.includes('--all') ? ways : ways.slice(0, 2)

const served = await serveRenderer()
const browser = await chromium.launch(await npmChromium())
mkdirSync(folder, { recursive: true })
try {
  for (const [name, play] of Object.entries({ ...scenes, ...branchScenes, ...historyScenes }))
    if (name.includes(wanted))
      for (const { theme, width, height } of shown) await take(browser, name, play, theme, { width, height })
} finally {
  await browser.close()
  await served.close()
}

async function take(
  using: Browser,
  name: string,
  play: (page: Page) => Promise<void>,
  colorScheme: 'light' | 'dark',
  viewport: { width: number; height: number },
): Promise<void> {
  const context = await using.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(8000)
  page.setDefaultNavigationTimeout(40_000)
  page.on('pageerror', (error) => console.log(`${name}: ${error.message}`))
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') console.log(`${name}: ${line.text()}`)
  })
  try {
    await page.goto(served.url)
    await play(page)
    await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const each of violations)
      console.log(
        `${name} ${colorScheme} ${viewport.width}: ${each.id}: ${each.nodes.map((node) => `${node.target} ${node.failureSummary?.split('\n')[1]}`).join(' | ')}`,
      )
  } catch (thrown) {
    await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}-broken.png`) })
    console.log(`${name} ${colorScheme} ${viewport.width}: ${String(thrown).split('\n').slice(0, 6).join('\n')}`)
  } finally {
    await context.close()
  }
}

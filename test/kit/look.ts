/**
 * Takes pictures of the window with the fake host, for people to look at, and lists what axe finds in them.
 *
 *   node test/kit/look.ts FOLDER [PART-OF-A-SCENE'S-NAME]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { npmChromium } from './npm-chromium.ts'
import { scenes } from './scenes.ts'
import { serveRenderer } from './serve-renderer.ts'

const [folder = 'pictures', wanted = ''] = process.argv.slice(2)
const sizes = [
  { width: 1440, height: 900 },
  { width: 1100, height: 700 },
]

const served = await serveRenderer()
const browser = await chromium.launch(await npmChromium())
mkdirSync(folder, { recursive: true })
try {
  for (const [name, play] of Object.entries(scenes))
    if (name.includes(wanted))
      for (const theme of ['light', 'dark'] as const)
        for (const size of sizes) await take(browser, name, play, theme, size)
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
  const page = await using.newPage({ colorScheme, viewport, reducedMotion: 'reduce' })
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
    await page.close()
  }
}

/**
 * Records the animation in the README: two strategies on one task in the sample project, side by side.
 *
 *   node test/kit/window/take-comparison.ts [FILE]
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { animatedPng } from './animated-png.ts'
import { startAppServer } from './app-server.ts'
import { setUpLanes, startLanes, untilChecked } from './compare-steps.ts'
import { allowEverything, openSampleProject } from './first-minutes.ts'
import { npmChromium } from './npm-chromium.ts'

const betweenMs = 1100
const maxFrames = 14
const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../../resources/comparison.png'))
const home = mkdtempSync(path.join(tmpdir(), 'stratagem-picture-'))
// The tests' output is visible: keep this user's own configuration out of it.
process.env['HOME'] = home
const app = await startAppServer(path.join(home, 'data'))
const browser = await chromium.launch(await npmChromium())
try {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 750 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(120_000)
  await page.goto(app.url)
  const frames = await play(page)
  writeFileSync(file, animatedPng(frames, betweenMs))
  console.log(`${file}: ${frames.length} frames, ${Math.round(statSync(file).size / 1000)} kB`)
} finally {
  await browser.close()
  await app.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}

async function play(page: Page): Promise<readonly Buffer[]> {
  await openSampleProject(page)
  await allowEverything(page)
  await setUpLanes(page)
  const frames = [await page.screenshot()]
  await startLanes(page)
  let isOver = false
  const over = untilChecked(page).then(() => {
    isOver = true
  })
  while (!isOver && frames.length < maxFrames - 1) {
    await page.waitForTimeout(betweenMs)
    frames.push(await page.screenshot())
  }
  await over
  frames.push(await page.screenshot())
  return frames
}

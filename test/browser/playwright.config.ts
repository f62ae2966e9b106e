import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { npmChromium } from '../kit/window/npm-chromium.ts'

// The hosts that tests start compile the same modules once, not each for itself.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../../node_modules/.cache/compiled')

/** The built app in headless Chromium, over the browser shell. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  globalSetup: '../kit/window/build-app.ts',
  // Each test starts a host of its own; two at a time is what a small machine bears.
  workers: 2,
  timeout: 180_000,
  // A whole run may be what is waited for, on a machine that has other things to do.
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    launchOptions: await npmChromium(),
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // What can't be done says which it was, and doesn't take all of the test's time.
    actionTimeout: 60_000,
    // To be kept for the few that fail, all would have to be recorded, in twice the time: ask for it with `--trace on`.
    trace: 'off',
  },
})

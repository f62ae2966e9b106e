import { defineConfig } from '@playwright/test'

/** The built app in real Electron. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktop',
  globalSetup: '../kit/window/build-app.ts',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
})

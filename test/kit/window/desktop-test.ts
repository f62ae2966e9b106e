import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { type DesktopApp, openDesktopApp } from './desktop-app.ts'

interface DesktopFixtures {
  /** The data folder (`STRATAGEM_HOME`); removed after the test. */
  readonly home: string
  /** Opens the app on `home`; quit after the test if it is still open. */
  readonly open: (...words: string[]) => Promise<DesktopApp>
}

/** Playwright's test with fixtures for the desktop app and its data folder. */
export const test = base.extend<DesktopFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  home: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stratagem-desktop-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  open: async ({ home }, use) => {
    const opened: { app: DesktopApp; closed: boolean }[] = []
    await use(async (...words) => {
      const app = await openDesktopApp(home, ...words)
      const one = { app, closed: false }
      app.app.on('close', () => {
        one.closed = true
      })
      opened.push(one)
      return app
    })
    for (const { app, closed } of opened) if (!closed) await app.quit()
  },
})

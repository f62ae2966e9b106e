import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { type DesktopApp, openDesktopApp } from './desktop-app.ts'

interface DesktopFixtures {
  /** What `STRATAGEM_HOME` names; gone with the test. */
  readonly home: string
  /** Opens the app on `home`; what is still open when the test ends is quit. */
  readonly open: (...words: string[]) => Promise<DesktopApp>
}

/** Playwright's test with the desktop app and its data folder. */
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

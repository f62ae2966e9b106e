import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { type AppServer, startAppServer } from './app-server.ts'
import { openWindowModel, type WindowModel, type WindowModelOptions } from './window-model.ts'

interface AppFixtures {
  /** What `STRATAGEM_HOME` names; gone with the test. */
  readonly home: string
  /** A folder with one file, for tests that open a project of their own. */
  readonly project: string
  /** Starts the browser shell on `home`; ended with the test. */
  readonly start: (...words: string[]) => Promise<AppServer>
  readonly openModel: (options: WindowModelOptions) => Promise<WindowModel>
}

/** Playwright's test with the app, its data folder and model servers to go with it. */
export const test = base.extend<AppFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  home: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stratagem-app-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  project: async ({}, use) => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'stratagem-project-')))
    mkdirSync(path.join(folder, 'src'))
    writeFileSync(path.join(folder, 'src', 'notes.txt'), 'milk\nbread\n')
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  start: async ({ home }, use) => {
    const started: AppServer[] = []
    await use(async (...words) => {
      const app = await startAppServer(home, ...words)
      started.push(app)
      return app
    })
    for (const app of started) await app.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  openModel: async ({}, use) => {
    const models: WindowModel[] = []
    await use(async (options) => {
      const model = await openWindowModel(options)
      models.push(model)
      return model
    })
    for (const model of models) await model.close()
  },
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { ModelProfile, Settings } from '../../../src-shared/settings/settings.ts'
import { type AppServer, startAppServer } from './app-server.ts'
import { openSampleProject } from './first-minutes.ts'
import { openWindowModel, type WindowModel, type WindowModelOptions } from './window-model.ts'
import { messageBox } from './window-steps.ts'

interface AppFixtures {
  /** Whether finished runs are folded, as they are by default for users. Most tests look at the steps. */
  readonly folded: boolean

  /** The data folder (`STRATAGEM_HOME`); removed after the test. */
  readonly home: string
  /** A folder with one file, for tests that open their own project. */
  readonly project: string
  /** Starts the browser shell on `home`; ended after the test. */
  readonly start: (...words: string[]) => Promise<AppServer>
  /** Opens the window on the sample project and adds it to `home`. */
  readonly openSample: () => Promise<AppServer>
  readonly openModel: (options: WindowModelOptions) => Promise<WindowModel>
  /** Opens the window on `project`, with a scripted model as the default one, and other agents, if any. */
  readonly openScripted: (
    answer: WindowModelOptions['answer'],
    agents?: Settings['agents'],
  ) => Promise<{ readonly model: WindowModel; readonly app: AppServer }>
}

/** Playwright's test with fixtures for the app, its data folder and model servers. */
export const test = base.extend<AppFixtures>({
  folded: [false, { option: true }],
  page: async ({ page, folded }, use) => {
    if (!folded) await page.context().addInitScript(showSteps)
    await use(page)
  },
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
  openSample: async ({ page, start }, use) => {
    await use(async () => {
      const app = await start()
      await page.goto(app.url)
      await openSampleProject(page)
      return app
    })
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
  openScripted: async ({ page, home, project, start, openModel }, use) => {
    await use(async (answer, agents = []) => {
      const model = await openModel({ answer })
      keepAsUsual(home, { ...scripted, baseUrl: model.url }, agents)
      const app = await start('--project', project)
      await page.goto(app.url)
      await expect(messageBox(page)).toBeVisible()
      return { model, app }
    })
  },
})

/** Sets the preference to show every step. */
function showSteps(): void {
  if (localStorage.getItem('stratagem-reading') !== null) return
  localStorage.setItem('stratagem-reading', JSON.stringify({ state: { foldFinished: false }, version: 0 }))
}

/** Writes the default model, and other agents, as the settings do; another test adds a model through the settings. */
function keepAsUsual(home: string, profile: ModelProfile, agents: Settings['agents']): void {
  const settings: Pick<Settings, 'defaultProfile' | 'agents'> = { defaultProfile: profile.id, agents }
  writeFileSync(path.join(home, 'profiles.json'), JSON.stringify([profile]))
  writeFileSync(path.join(home, 'settings.json'), JSON.stringify(settings))
}

const scripted: Omit<ModelProfile, 'baseUrl'> = {
  id: 'prof_scripted',
  name: 'Scripted',
  preset: 'custom',
  api: 'chat-completions',
  model: 'scripted',
  temperature: null,
  maxOutputTokens: null,
  reasoningEffort: null,
  contextWindow: 128_000,
  price: null,
  idleLimitMs: 60_000,
}

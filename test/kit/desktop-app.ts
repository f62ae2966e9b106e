import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

export interface DesktopApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** Quits as a user does. */
  quit(): Promise<void>
}

/** @param dataFolder what `STRATAGEM_HOME` names */
export async function openDesktopApp(dataFolder: string, ...words: string[]): Promise<DesktopApp> {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const binary = process.platform === 'win32' ? 'electron.exe' : 'electron'
  // As root, Chromium's own sandbox cannot start; this is the tests' argument only.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = await _electron.launch({
    args: [...sandbox, root, ...words],
    env: { ...plainEnvironment(), STRATAGEM_HOME: dataFolder },
    ...(folder === undefined ? {} : { executablePath: path.join(folder, binary) }),
  })
  const page = await app.firstWindow()
  return {
    app,
    page,
    quit: async () => {
      const closed = app.waitForEvent('close')
      await app.evaluate(({ app: electron }) => electron.quit())
      await closed
    },
  }
}

function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

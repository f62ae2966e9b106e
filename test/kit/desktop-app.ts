import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

export interface DesktopApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** Quits as a user does. */
  quit(): Promise<void>
}

/** @param dataFolder what `STRATAGEM_HOME` names */
export async function openDesktopApp(dataFolder: string, ...words: string[]): Promise<DesktopApp> {
  const { program, args, env } = startOf(dataFolder, words)
  const app = await _electron.launch({ executablePath: program, args, env })
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

/** Starts the app once more on a data folder where it runs already, and waits until that one has gone. */
export async function startDesktopAgain(dataFolder: string, ...words: string[]): Promise<number | null> {
  const { program, args, env } = startOf(dataFolder, words)
  const child = spawn(program, args, { env, stdio: 'ignore' })
  await once(child, 'exit')
  return child.exitCode
}

function startOf(dataFolder: string, words: readonly string[]) {
  // As root, Chromium's own sandbox cannot start; this is the tests' argument only.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const env = { ...plainEnvironment(), STRATAGEM_HOME: dataFolder }
  return { program: electronProgram(), args: [...sandbox, root, ...words], env }
}

function electronProgram(): string {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (folder !== undefined) return path.join(folder, process.platform === 'win32' ? 'electron.exe' : 'electron')
  return String(require('electron'))
}

function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

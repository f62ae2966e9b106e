import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)

export interface DesktopApp {
  readonly app: ElectronApplication
  readonly page: Page
  /** Quits through the app, as a user does. */
  quit(): Promise<void>
}

/** @param dataFolder the value of `STRATAGEM_HOME` */
export async function openDesktopApp(dataFolder: string, ...words: string[]): Promise<DesktopApp> {
  return await opened(startOf(dataFolder, words))
}

/**
 * `button`: index of the button that answers the app's message boxes. `asked`: file for the last box's options, as
 * JSON.
 */
export interface DialogAnswer {
  readonly button: number
  readonly optionsFile: string
}

/** Opens the app when it shows a message box before its window. */
export async function openAnswering(dataFolder: string, answer: DialogAnswer): Promise<DesktopApp> {
  return await opened(answering(startOf(dataFolder, []), answer))
}

/** Starts the app when it shows a message box before its window, and exits after the answer. @returns its exit code */
export async function startAnswering(dataFolder: string, answer: DialogAnswer): Promise<number | null> {
  return await ended(answering(startOf(dataFolder, []), answer))
}

type Start = ReturnType<typeof startOf>

const answering = ({ program, args, env }: Start, { button, optionsFile }: DialogAnswer): Start => ({
  program,
  args: args.map((each) => (each === root ? path.join(import.meta.dirname, 'answer-dialogs.js') : each)),
  env: { ...env, ANSWER_BUTTON: `${button}`, ASKED_FILE: optionsFile },
})

async function opened({ program, args, env }: Start): Promise<DesktopApp> {
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

/** Starts a second process on a data folder in which the app is running, and waits until that process has exited. */
export async function startDesktopAgain(dataFolder: string, ...words: string[]): Promise<number | null> {
  return await ended(startOf(dataFolder, words))
}

async function ended({ program, args, env }: Start): Promise<number | null> {
  const child = spawn(program, args, { env, stdio: 'ignore' })
  await once(child, 'exit')
  return child.exitCode
}

function startOf(dataFolder: string, words: readonly string[]) {
  // As root, Chromium's sandbox cannot start; only tests pass this argument.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const env: Record<string, string> = { ...plainEnvironment(), STRATAGEM_HOME: dataFolder }
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

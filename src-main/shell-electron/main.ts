import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import { failureFrom } from '../../src-shared/base/failure.ts'
import { type Settings, settings } from '../../src-shared/settings/settings.ts'
import { completeEnvironment } from '../host/base/complete-environment.ts'
import { createHost } from '../host/create-host.ts'
import { dataFolder } from '../host/data-folder/data-folder.ts'
import type { Host } from '../host/host.ts'
import { isHistoryLost, setHistoryAside } from '../host/upkeep/lost-history.ts'
import { setAppMenu } from './app-menu.ts'
import { denyPermissions } from './app-window.ts'
import { type AppWindows, createAppWindows } from './app-windows.ts'
import { followAttention } from './attention.ts'
import { keyKeeping } from './keychain.ts'
import { handedProject, projectArgument } from './project-argument.ts'
import { quietEngine } from './quiet-engine.ts'
import { serveWindow } from './window-address.ts'

/** Maximum time that a quit waits for runs to be interrupted cleanly, ms. */
const quitWithin = 5000

const home = dataFolder()
const own = ownFolder()
let openProject = projectArgument(process.argv, process.cwd())
let host: Host | null = null
let windows: AppWindows | null = null
let quitting = false

app.setPath('userData', own)
quietEngine()

// Chromium reorders the arguments of a second start, so the project is passed as data.
if (app.requestSingleInstanceLock({ project: openProject })) begin()
else app.quit()

/**
 * The folder for Chromium's own data. A temporary one if the data folder is read-only, so that it can still be opened.
 */
function ownFolder(): string {
  const folder = join(home, 'desktop')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return folder
  } catch {
    return mkdtempSync(join(tmpdir(), 'stratagem-desktop-'))
  }
}

function begin(): void {
  app.on('second-instance', (_event, _args, _folder, handed) => focusFor(handedProject(handed)))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', show)
  app.on('before-quit', endFirst)
  void app.whenReady().then(open).catch(giveUp)
}

async function open(): Promise<void> {
  denyPermissions()
  serveWindow(join(import.meta.dirname, '../renderer'))
  setAppMenu((command) => windows?.send(command))
  if (!(await mayBegin())) return app.quit()
  completeEnvironment('app')
  host = await createHost({
    dataFolder: home,
    shell: 'electron',
    version: app.getVersion(),
    keys: keyKeeping(),
    folderDialog: pickFolder,
    revealFile: (path) => shell.showItemInFolder(path),
    openAddress: (address) => void shell.openExternal(address),
    resourcesFolder: join(import.meta.dirname, '../../resources'),
    openProject: () => openProject,
    url: null,
    pacedDemo: true,
  })
  windows = createAppWindows(host, own, openProject !== null)
  followAttention(host, settingsNow)
  show()
}

async function settingsNow(): Promise<Settings | null> {
  const reply = await host?.handle('settings-read', {})
  return reply?.ok === true ? settings.parse(reply.value) : null
}

/** If the history is lost, asks whether to start with an empty one or to restore a backup first. */
async function mayBegin(): Promise<boolean> {
  if (!isHistoryLost(home)) return true
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Your conversations are missing',
    detail: `The file with your conversations is missing or empty, although other data is still in ${home}. To get them back, quit and restore a backup of that folder. If you start a new history, what is left is kept in a separate folder.`,
    buttons: ['Quit', 'Start a new history'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response !== 1) return false
  setHistoryAside(home, new Date())
  return true
}

function show(): void {
  if (!quitting) windows?.show()
}

/** After a second start of the app: focuses the window and opens the project that was passed. */
function focusFor(project: string | null): void {
  show()
  if (project === null) return
  openProject = project
  windows?.startAnew()
}

async function pickFolder(): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title: 'Open project',
    properties: ['openDirectory', 'createDirectory'],
  }
  const window = windows?.current() ?? null
  const picked = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options))
  return picked.filePaths[0] ?? null
}

/** Interrupts running runs cleanly before the app exits, with a time limit. */
function endFirst(event: Electron.Event): void {
  if (host === null || quitting) return
  event.preventDefault()
  quitting = true
  windows?.quit()
  const late = new Promise((resolve) => setTimeout(resolve, quitWithin))
  void Promise.race([host.close(), late]).finally(() => app.quit())
}

function giveUp(thrown: unknown): void {
  const failure = failureFrom(thrown)
  dialog.showErrorBox('Stratagem cannot start', `${failure.message}\n\n${failure.advice}`)
  app.exit(1)
}

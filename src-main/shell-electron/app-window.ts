import { join } from 'node:path'
import { BrowserWindow, type Session, session, shell, type WebContents } from 'electron'
import { isOurPage, pageAddress } from './window-address.ts'
import { readWindowState, storeWindowState } from './window-bounds.ts'

/**
 * The app's window, which shows only its own page (T19 to T22; source: Electron's security checklist).
 * @param folder in which the window's bounds are stored
 */
export function openAppWindow(folder: string): BrowserWindow {
  const { corner, size, maximized } = readWindowState(folder)
  const window = new BrowserWindow({
    ...size,
    ...corner,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Stratagem',
    backgroundColor: '#1b1c1f',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (maximized) window.maximize()
  storeWindowState(window, folder)
  keepInside(window.webContents)
  window.once('ready-to-show', () => window.show())
  void window.loadURL(pageAddress)
  return window
}

/** The page's only permissions: to copy text, and to show notifications about runs. */
const allowed: readonly string[] = ['clipboard-sanitized-write', 'notifications']

export function denyPermissions(from: Session = session.defaultSession): void {
  from.setPermissionRequestHandler((_contents, permission, decide) => decide(allowed.includes(permission)))
  from.setPermissionCheckHandler((_contents, permission) => allowed.includes(permission))
  from.setDevicePermissionHandler(() => false)
}

/** How long after a key press or a click a link may open, ms. */
const gestureMs = 1500

/** Blocks navigation. A link to the web opens in the user's browser, and only right after a user action. */
function keepInside(contents: WebContents): void {
  let lastGesture = Number.NEGATIVE_INFINITY
  contents.on('input-event', (_event, input) => {
    if (input.type === 'mouseUp' || input.type === 'mouseDown' || input.type === 'rawKeyDown') {
      lastGesture = performance.now()
    }
  })
  const openOutside = (address: string) => {
    if (isWebAddress(address) && performance.now() - lastGesture < gestureMs) void shell.openExternal(address)
  }
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event) => {
    if (isOurPage(event.url)) return
    event.preventDefault()
    openOutside(event.url)
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function isWebAddress(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol)
  } catch {
    return false
  }
}

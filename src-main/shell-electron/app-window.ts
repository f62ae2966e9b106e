import { join } from 'node:path'
import { BrowserWindow, type Session, session, shell, type WebContents } from 'electron'
import { isOurPage, pageAddress } from './window-address.ts'
import type { WindowState } from './window-states.ts'

/**
 * A window of the app, which shows only its own page (T19 to T22; source: Electron's security checklist).
 * @param hash the part of the page's address from `#` on
 * @param openBeside called with an address of this page that the page opens in another window
 */
export function openAppWindow(
  { corner, size, maximized }: WindowState,
  hash: string,
  openBeside: (address: string) => void,
): BrowserWindow {
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
  keepInside(window.webContents, openBeside)
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${pageAddress}${hash}`)
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

/**
 * Blocks navigation. A link to the web opens in the user's browser, and only right after a user action; the app's own
 * page opens in another of its windows.
 */
function keepInside(contents: WebContents, openBeside: (address: string) => void): void {
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
    if (isOurPage(url)) openBeside(url)
    else openOutside(url)
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

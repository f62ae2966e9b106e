import type { BrowserWindow } from 'electron'
import type { WindowCommand } from '../../src-shared/api/bridge.ts'
import type { Host } from '../host/host.ts'
import { openAppWindow } from './app-window.ts'
import { pageAddress } from './window-address.ts'
import { openWindowPipe, type WindowPipe } from './window-pipe.ts'
import { besides, placeOf, readWindowStates, stateOf, storeWindowStates, type WindowState } from './window-states.ts'

/** The app's windows. All of them show the same host. */
export interface AppWindows {
  /** Opens the windows that were open when the app was quit; brings the last used one forward if some are open. */
  show(): void
  /** The window that was used last; null if none is open. */
  current(): BrowserWindow | null
  /** Sends a menu's command to the current window; opens one if none is open. */
  send(command: WindowCommand): void
  /** Shows the page in the current window without a place, so that it starts with the project that was passed. */
  startAnew(): void
  /** The app quits: the windows that are open now are those of the next start. */
  quit(): void
}

/** A page that opens windows without end is stopped here. */
const maxWindows = 20

interface Open {
  readonly pipe: WindowPipe
  /** The part of its page's address from `#` on. */
  place: string
}

/**
 * @param folder in which the windows' bounds and places are stored
 * @param startsAnew whether the first window starts with the project that was passed, not at its last place
 */
export function createAppWindows(host: Host, folder: string, startsAnew: boolean): AppWindows {
  const all = new Map<BrowserWindow, Open>()
  let last: BrowserWindow | null = null
  let anew = startsAnew
  let quitting = false

  function open(state: WindowState, hash: string): void {
    const window = openAppWindow(state, hash, openBeside)
    const one = { pipe: openWindowPipe(host, window.webContents), place: hash }
    last = window
    all.set(window, one)
    window.on('focus', () => {
      last = window
    })
    // The last window that is closed is the one of the next start.
    window.on('close', () => store(all.size === 1 ? [window] : [...all.keys()].filter((each) => each !== window)))
    window.on('closed', () => {
      all.delete(window)
      if (last === window) last = [...all.keys()].at(-1) ?? null
    })
    window.webContents.on('did-navigate-in-page', (_event, address) => {
      one.place = placeOf(address)
      store([...all.keys()])
    })
  }

  function openBeside(address: string): void {
    if (last !== null && all.size < maxWindows) open(besides(stateOf(last, '')), placeOf(address))
  }

  /** The window that was used last comes first. */
  function store(windows: readonly BrowserWindow[]): void {
    if (quitting || windows.length === 0) return
    const ordered = windows.toSorted((one, other) => Number(other === last) - Number(one === last))
    storeWindowStates(
      folder,
      ordered.map((window) => stateOf(window, all.get(window)?.place ?? '')),
    )
  }

  function openAll(): void {
    const [first, ...others] = readWindowStates(folder)
    for (const state of others) open(state, state.place)
    if (first !== undefined) open(first, anew ? '' : first.place)
    anew = false
  }

  return {
    show: () => (last === null ? openAll() : bringForward(last)),
    current: () => last,
    send: (command) => {
      if (last === null) openAll()
      else all.get(last)?.pipe.send({ kind: 'command', command })
    },
    startAnew: () => void last?.loadURL(pageAddress),
    quit: () => {
      store([...all.keys()])
      quitting = true
    },
  }
}

function bringForward(shown: BrowserWindow): void {
  if (shown.isMinimized()) shown.restore()
  shown.show()
  shown.focus()
}

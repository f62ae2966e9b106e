import { join } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { readJsonFile, writeJsonFile } from '../host/data-folder/json-file.ts'

const windowState = z.object({
  corner: z.object({ x: z.number().int(), y: z.number().int() }).nullable(),
  size: z.object({ width: z.number().int().min(400), height: z.number().int().min(300) }),
  maximized: z.boolean(),
  /** What it showed, as the part of its address from `#` on; empty if unknown. */
  place: z.string().max(2000).default(''),
})
const windowStates = z.array(windowState).min(1).max(50)
export type WindowState = z.infer<typeof windowState>

const defaultState: WindowState = { corner: null, size: { width: 1440, height: 900 }, maximized: false, place: '' }

/** The windows that were open last, at least one; without a corner if that screen no longer exists. */
export function readWindowStates(folder: string): readonly WindowState[] {
  // Before there could be several windows, a file kept the bounds of the only one.
  const { value: single } = readJsonFile(join(folder, 'window.json'), windowState, defaultState)
  const { value } = readJsonFile(join(folder, 'windows.json'), windowStates, [single])
  return value.map((state) => ({ ...state, corner: visibleCorner(state) }))
}

function visibleCorner({ corner, size }: WindowState): WindowState['corner'] {
  return corner !== null && isOnScreen({ ...corner, ...size }) ? corner : null
}

function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width)
    const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height)
    return right - Math.max(bounds.x, workArea.x) > 100 && bottom - Math.max(bounds.y, workArea.y) > 100
  })
}

export function stateOf(window: BrowserWindow, hash: string): WindowState {
  const { x, y, width, height } = window.getNormalBounds()
  return { corner: { x, y }, size: { width, height }, maximized: window.isMaximized(), place: hash }
}

/** How far a new window stands from the one that it was opened from, px. */
const step = 28

/** A window of the same size, a little to the right and below. */
export function besides({ corner, size }: WindowState): WindowState {
  const next = corner === null ? null : { x: corner.x + step, y: corner.y + step }
  const state = { corner: next, size, maximized: false, place: '' }
  return { ...state, corner: visibleCorner(state) }
}

/** The part of an address of the app's page from `#` on. */
export const placeOf = (address: string): string => (URL.canParse(address) ? new URL(address).hash : '')

/** If they can't be saved, the next start uses what was saved before. */
export function storeWindowStates(folder: string, states: readonly WindowState[]): void {
  try {
    writeJsonFile(join(folder, 'windows.json'), states)
  } catch {
    return
  }
}

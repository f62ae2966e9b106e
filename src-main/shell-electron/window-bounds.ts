import { join } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { readJsonFile, writeJsonFile } from '../host/data-folder/json-file.ts'

const windowState = z.object({
  corner: z.object({ x: z.number().int(), y: z.number().int() }).nullable(),
  size: z.object({ width: z.number().int().min(400), height: z.number().int().min(300) }),
  maximized: z.boolean(),
})
type WindowState = z.infer<typeof windowState>

const defaultState: WindowState = { corner: null, size: { width: 1440, height: 900 }, maximized: false }

/** The window's bounds when it was last closed; without a corner if that screen no longer exists. */
export function readWindowState(folder: string): WindowState {
  const { value } = readJsonFile(join(folder, 'window.json'), windowState, defaultState)
  const { corner, size } = value
  return corner !== null && isOnScreen({ ...corner, ...size }) ? value : { ...value, corner: null }
}

function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width)
    const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height)
    return right - Math.max(bounds.x, workArea.x) > 100 && bottom - Math.max(bounds.y, workArea.y) > 100
  })
}

/** Stores the window's bounds when it closes. */
export function storeWindowState(window: BrowserWindow, folder: string): void {
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds()
    const state: WindowState = { corner: { x, y }, size: { width, height }, maximized: window.isMaximized() }
    // If the bounds can't be saved, the next start uses the default.
    try {
      writeJsonFile(join(folder, 'window.json'), state)
    } catch {
      return
    }
  })
}

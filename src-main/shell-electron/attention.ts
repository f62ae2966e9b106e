import { app, BrowserWindow, type NativeImage, nativeImage } from 'electron'
import type { HostChange } from '../../src-shared/api/host-api.ts'
import { type Attention, badgeCount, looked, noAttention, withRun } from '../../src-shared/run/attention.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import type { Settings } from '../../src-shared/settings/settings.ts'
import type { Host } from '../host/host.ts'

/**
 * Shows on the dock or the taskbar how many runs wait for the user, or failed while no window was looked at, as the
 * setting for notifications allows: a number where the platform has one, otherwise a mark on the app's icon; and the
 * icon calls once for each.
 *
 * @param settings returns the current settings
 */
export function followAttention(host: Host, settings: () => Promise<Settings | null>): void {
  let attention = noAttention
  const active = new Set<string>()
  let shown = 0

  async function show(): Promise<void> {
    const choice = (await settings())?.notifications ?? 'off'
    const count = badgeCount(attention, choice)
    if (count === shown) return
    if (count > shown && !isLookedAt()) call()
    shown = count
    showBadge(count)
  }

  function take(change: HostChange): void {
    if (change.kind === 'settings') void show()
    if (change.kind !== 'run') return
    attention = taken(attention, change.run)
    void show()
  }

  function taken(before: Attention, run: Run): Attention {
    const after = withRun(before, run, active.has(run.id), isLookedAt())
    if (run.status === 'running' || run.status === 'waiting') active.add(run.id)
    else active.delete(run.id)
    return after
  }

  host.follow({ kind: 'host' }, (heard) => {
    if (heard.topic === 'host') heard.changes.forEach(take)
  })
  app.on('browser-window-focus', (_event, window) => {
    window.flashFrame(false)
    attention = looked(attention)
    void show()
  })
}

const isLookedAt = (): boolean => BrowserWindow.getFocusedWindow() !== null

function showBadge(count: number): void {
  // macOS, and Linux desktops whose launcher has badges.
  app.setBadgeCount(count)
  if (process.platform !== 'win32') return
  const says = count === 0 ? '' : `${count} waiting for you`
  for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(count === 0 ? null : mark(), says)
}

/** The icon calls for the user, until a window is looked at. */
function call(): void {
  if (process.platform === 'darwin') app.dock?.bounce('informational')
  else BrowserWindow.getAllWindows()[0]?.flashFrame(true)
}

const markSize = 16

/** A filled circle in the accent color. Source: Electron's bitmaps are BGRA. */
function mark(): NativeImage {
  const pixels = Buffer.alloc(markSize * markSize * 4)
  const middle = (markSize - 1) / 2
  for (let at = 0; at < markSize * markSize; at++) {
    const away = Math.hypot((at % markSize) - middle, Math.floor(at / markSize) - middle)
    if (away <= middle) pixels.set([0xe0, 0x6a, 0x4a, 0xff], at * 4)
  }
  return nativeImage.createFromBitmap(pixels, { width: markSize, height: markSize })
}

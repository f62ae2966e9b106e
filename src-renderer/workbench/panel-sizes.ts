import type { PanelName } from '../stores/session/layout-store.ts'

/** Pixels, so that a panel keeps its width when the window changes; less at first where the window is small. */
function standard(panel: PanelName): number {
  if (panel === 'sidebar') return Math.min(256, Math.max(216, innerWidth * 0.2))
  if (panel === 'inspector') return Math.min(352, Math.max(270, innerWidth * 0.25))
  return Math.min(232, Math.max(150, innerHeight * 0.26))
}

const key = (panel: PanelName) => `stratagem-size-${panel}`

export function panelSize(panel: PanelName): number {
  const kept = Number(localStorage.getItem(key(panel)))
  return Number.isFinite(kept) && kept > 80 ? kept : standard(panel)
}

export function keepPanelSize(panel: PanelName, pixels: number): void {
  if (pixels > 80) localStorage.setItem(key(panel), String(Math.round(pixels)))
}

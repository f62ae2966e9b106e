import type { PanelName } from '../../stores/layout-store.ts'

/** Pixels, so that a panel keeps its width when the window changes. */
const standard: { readonly [panel in PanelName]: number } = { sidebar: 256, inspector: 352, timeline: 232 }

const key = (panel: PanelName) => `stratagem-size-${panel}`

export function panelSize(panel: PanelName): number {
  const kept = Number(localStorage.getItem(key(panel)))
  return Number.isFinite(kept) && kept > 80 ? kept : standard[panel]
}

export function keepPanelSize(panel: PanelName, pixels: number): void {
  if (pixels > 80) localStorage.setItem(key(panel), String(Math.round(pixels)))
}

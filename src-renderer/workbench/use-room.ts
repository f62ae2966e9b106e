import { useSyncExternalStore } from 'react'
import { useLayout } from '../stores/session/layout-store.ts'
import { lowHeight } from '../stores/session/low-window.ts'

/** Minimum window widths, CSS pixels, at which a panel fits next to the conversation. */
const forSidebar = 800
const forInspector = 980
/** In a low window the conversation needs more width. */
const forInspectorLow = 1200

const wide = matchMedia(`(min-width: ${forSidebar}px)`)
const wider = matchMedia(
  `(min-width: ${forInspectorLow}px), (min-width: ${forInspector}px) and (min-height: ${lowHeight}px)`,
)

/** Which panels fit next to the conversation. A panel that no longer fits is closed, not floated. */
export function useRoom(): { sidebar: boolean; inspector: boolean } {
  const sidebar = useSyncExternalStore(listenTo(wide), () => wide.matches)
  const inspector = useSyncExternalStore(listenTo(wider), () => wider.matches)
  return { sidebar, inspector }
}

const listeners = new Map<MediaQueryList, (changed: () => void) => () => void>()

function listenTo(query: MediaQueryList): (changed: () => void) => () => void {
  const known = listeners.get(query)
  if (known !== undefined) return known
  const listen = (changed: () => void) => {
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }
  listeners.set(query, listen)
  return listen
}

/** Closes and opens panels when the window crosses a width, once for each crossing. */
export function followRoom(): () => void {
  const before = { sidebar: false, inspector: false }
  const take = (panel: 'sidebar' | 'inspector', query: MediaQueryList) => () => {
    const { shown } = useLayout.getState()
    if (!query.matches) before[panel] = shown[panel]
    const next = query.matches ? shown[panel] || before[panel] : false
    useLayout.setState({ shown: { ...useLayout.getState().shown, [panel]: next } })
  }
  const sidebar = take('sidebar', wide)
  const inspector = take('inspector', wider)
  if (!wide.matches) sidebar()
  if (!wider.matches) inspector()
  wide.addEventListener('change', sidebar)
  wider.addEventListener('change', inspector)
  return () => {
    wide.removeEventListener('change', sidebar)
    wider.removeEventListener('change', inspector)
  }
}

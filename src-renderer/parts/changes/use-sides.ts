import { useReading } from '../../stores/session/fold-store.ts'
import { useWide } from '../../stores/session/layout-store.ts'

/** Whether to show before and after side by side: as chosen, if the view fills the window. */
export function useSides(): boolean {
  const wide = useWide((state) => state.page === 'changes')
  const wanted = useReading((state) => state.sideBySide)
  return wide && wanted
}

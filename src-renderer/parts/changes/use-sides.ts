import { useReading } from '../../stores/session/fold-store.ts'
import { useWide } from '../../stores/session/layout-store.ts'

/** Whether before and after stand side by side: as chosen, if there is the room of the whole window. */
export function useSides(): boolean {
  const wide = useWide((state) => state.page === 'changes')
  const wanted = useReading((state) => state.sideBySide)
  return wide && wanted
}

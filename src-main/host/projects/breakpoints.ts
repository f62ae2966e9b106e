import type { Breakpoint, SavedBreakpoint } from '../../../src-shared/run/debug/breakpoint.ts'
import type { Store } from '../../store/store.ts'

/** The breakpoints of projects. Runs read them before each step, so they are held in memory. */
export interface BreakpointBook {
  list(projectId: string): readonly SavedBreakpoint[]
  save(projectId: string, list: readonly SavedBreakpoint[]): void
  /** At which of them a run pauses: those that are on, or the ones this process was started with. */
  active(projectId: string, isTrial: boolean): readonly Breakpoint[]
}

const none: readonly Breakpoint[] = []

/** @param given where all runs of this process pause, in place of what is saved */
export function createBreakpointBook(
  store: Pick<Store, 'breakpoints'>,
  given: readonly Breakpoint[] | undefined,
): BreakpointBook {
  const known = new Map<string, readonly SavedBreakpoint[]>()
  const list = (projectId: string): readonly SavedBreakpoint[] => {
    const read = known.get(projectId) ?? store.breakpoints.of(projectId)
    known.set(projectId, read)
    return read
  }
  return {
    list,
    save: (projectId, next) => {
      store.breakpoints.set(projectId, next)
      known.set(projectId, next)
    },
    active: (projectId, isTrial) => {
      if (given !== undefined) return given
      const saved = list(projectId)
      if (saved.length === 0) return none
      return saved.filter(({ active, trials }) => active && (trials || !isTrial)).map(({ at }) => at)
    },
  }
}

import { createContext, useContext } from 'react'
import { useIsPlayedBack } from '../../../stores/runs/playback-store.ts'

/** The run whose open questions stand below the list; null: none does. */
export const DockedRun = createContext<string | null>(null)

/** Whether the questions of this run stand below the list, and not in its rows; during playback nothing is asked. */
export function useIsDocked(runId: string): boolean {
  const past = useIsPlayedBack(runId)
  return useContext(DockedRun) === runId && !past
}

import type { SentImage } from '../../../src-shared/mentions/image-marks.ts'
import { useRuns } from './run-store.ts'

/** The images that a run's message sent, for the same message again; none if the run is not loaded. */
export function sentImages(runId: string | null): readonly SentImage[] {
  const attached = runId === null ? undefined : useRuns.getState().views[runId]?.attached
  return attached?.flatMap(({ ref, title }) => (ref === undefined ? [] : [{ ref, name: title }])) ?? []
}

import type { CopyProgress } from '../../../src-shared/workspace/workspace.ts'
import type { HostContext } from '../host-context.ts'

/** ms */
const reportEveryMs = 100

/** Tells of a copy's progress no more often than an eye can follow; a new stage is told at once. */
export function toldProgress(
  { clock }: Pick<HostContext, 'clock'>,
  report: (progress: CopyProgress) => void,
): (progress: CopyProgress) => void {
  let last = Number.NEGATIVE_INFINITY
  let stage: CopyProgress['stage'] | null = null
  return (progress) => {
    if (progress.stage === stage && clock.elapsed() - last < reportEveryMs) return
    last = clock.elapsed()
    stage = progress.stage
    report(progress)
  }
}

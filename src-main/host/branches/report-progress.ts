import type { CopyProgress } from '../../../src-shared/workspace/workspace.ts'
import type { HostContext } from '../host-context.ts'

/** ms */
const reportEveryMs = 100

/** Reports a copy's progress at a limited rate; a new stage is reported at once. */
export function reportProgress(
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

import { useCopyMaking } from '../../stores/session/workspaces.ts'
import { progressWords } from '../lanes/lane-text.ts'

/** Progress of the workspace copy being made. A progress bar, so that live regions do not announce every figure. */
export function CopyMaking() {
  const making = useCopyMaking((state) => state.making)
  if (making === null) return null
  const { progress } = making
  const words = progress === null ? 'Making the copy…' : progressWords(progress)
  return (
    <span
      role="progressbar"
      aria-label="Making the copy"
      aria-valuenow={progress?.done}
      aria-valuemax={progress?.total ?? undefined}
      aria-valuetext={words}
      className="figure"
    >
      {words}
    </span>
  )
}

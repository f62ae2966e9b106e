import { useCopyProgress } from '../../stores/session/workspaces.ts'
import { progressText } from '../lanes/lane-text.ts'

/** Progress of the workspace copy being made. A progress bar, so that live regions do not announce every figure. */
export function CopyProgressBar() {
  const making = useCopyProgress((state) => state.making)
  if (making === null) return null
  const { progress } = making
  const words = progress === null ? 'Making the copy…' : progressText(progress)
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

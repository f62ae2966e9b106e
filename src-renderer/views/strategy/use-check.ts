import { useEffect, useState } from 'react'
import type { PresetProblem } from '../../../src-shared/strategy/preset.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { ask } from '../../host/host.ts'
import { openProjectId } from '../../stores/session/workbench-store.ts'

/** Typing goes on while the host judges; it is asked once there was a pause of this, ms. */
const pauseMs = 120

/** What the registry says of a choice, as it is edited; null where it is right, or not judged yet. */
export function useCheck(strategy: StrategyChoice): PresetProblem | null {
  const [problem, setProblem] = useState<PresetProblem | null>(null)
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(() => {
      // Where the host can't be asked the connection's own banner says so.
      void ask('strategy-check', { strategy, projectId: openProjectId() })
        .catch(() => null)
        .then((found) => wanted && setProblem(found))
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [strategy])
  return problem
}

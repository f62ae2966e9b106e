import { useCallback, useState } from 'react'
import type { CriticalPath } from '../../../../src-shared/timeline/critical-path.ts'
import { PathButton, pathText } from '../../../parts/timeline/controls/path-button.tsx'
import type { SpanFilter } from '../../../parts/timeline/model/legend-kinds.ts'
import type { SeenRun } from './side-run.ts'

/** By run; a run without one is hidden or not loaded. */
type Paths = ReadonlyMap<string, CriticalPath>

/** The critical paths of several runs, which their timelines compute. */
export function usePaths(): readonly [Paths, (runId: string, path: CriticalPath | null) => void] {
  const [paths, setPaths] = useState<Paths>(new Map())
  const put = useCallback((runId: string, path: CriticalPath | null) => {
    setPaths((before) => {
      if ((before.get(runId) ?? null) === path) return before
      const next = new Map(before)
      if (path === null) next.delete(runId)
      else next.set(runId, path)
      return next
    })
  }, [])
  return [paths, put]
}

interface Props {
  readonly seen: readonly SeenRun[]
  readonly paths: Paths
  readonly only: SpanFilter | null
  readonly onOnly: (filter: SpanFilter | null) => void
}

/** Toggles the critical path in all timelines, and shows the length of each. */
export function PathsButton({ seen, paths, only, onOnly }: Props) {
  const text = seen.flatMap(({ run, name }) => {
    const path = paths.get(run.id)
    return path === undefined ? [] : `${name.replace(/^Lane /, '')} ${pathText(path)}`
  })
  return <PathButton text={only === 'path' ? text.join(' · ') : null} onShow={(on) => onOnly(on ? 'path' : null)} />
}

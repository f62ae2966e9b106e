import { useCallback, useLayoutEffect, useState } from 'react'
import type { TimelineCanvas } from '../../../parts/timeline/canvas/timeline-canvas.ts'

export type Canvases = ReadonlyMap<string, TimelineCanvas>

/**
 * Canvases that are added and removed by name; they are joined, so that they scroll and zoom together.
 * @param names determine the order
 */
export function useJoinedCanvases(
  names: readonly string[],
): readonly [Canvases, put: (name: string, stage: TimelineCanvas | null) => void] {
  const [stages, setStages] = useState<Canvases>(new Map())
  const put = useCallback(
    (name: string, stage: TimelineCanvas | null) =>
      setStages((before) => {
        const next = new Map(before)
        if (stage === null) next.delete(name)
        else next.set(name, stage)
        return next
      }),
    [],
  )
  const order = names.join(' ')
  useLayoutEffect(() => {
    const all = order.split(' ').flatMap((name) => stages.get(name) ?? [])
    for (const each of all) each.join(all.filter((other) => other !== each))
  }, [stages, order])
  return [stages, put]
}

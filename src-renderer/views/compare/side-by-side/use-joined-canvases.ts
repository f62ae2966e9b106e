import { useCallback, useLayoutEffect, useState } from 'react'
import type { TimelineCanvas } from '../../../parts/timeline/canvas/timeline-canvas.ts'

export type Canvases = ReadonlyMap<string, TimelineCanvas>

/**
 * Canvases that are added and removed by name; they are joined, so that they scroll and zoom together.
 * @param names determine the order
 */
export function useJoinedCanvases(
  names: readonly string[],
): readonly [Canvases, put: (name: string, canvas: TimelineCanvas | null) => void] {
  const [canvases, setCanvases] = useState<Canvases>(new Map())
  const put = useCallback(
    (name: string, canvas: TimelineCanvas | null) =>
      setCanvases((before) => {
        const next = new Map(before)
        if (canvas === null) next.delete(name)
        else next.set(name, canvas)
        return next
      }),
    [],
  )
  const order = names.join(' ')
  useLayoutEffect(() => {
    const all = order.split(' ').flatMap((name) => canvases.get(name) ?? [])
    for (const each of all) each.join(all.filter((other) => other !== each))
  }, [canvases, order])
  return [canvases, put]
}

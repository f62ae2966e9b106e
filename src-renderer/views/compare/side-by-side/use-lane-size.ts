import { type RefObject, useEffect, useState } from 'react'
import type { RowSize } from '../../../parts/timeline/model/rows.ts'

/** Height at which a lane shows its phases, model calls and tool calls in full size, pixels. */
const enough = 96
/** Includes the border. */
const foldedHeight = 25

/**
 * Row size of lanes below each other: full if all lanes fit in full size, otherwise compact.
 * @param open number of lanes that are not folded
 */
export function useLaneSize(box: RefObject<HTMLElement | null>, lanes: number, open: number): RowSize {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (box.current === null) return
    const sizes = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0))
    sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [box])
  return (height - (lanes - open) * foldedHeight) / Math.max(1, open) >= enough ? 'beside' : 'compact'
}

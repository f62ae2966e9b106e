import { type RefObject, useEffect, useState } from 'react'
import type { RowSize } from '../../../parts/timeline/model/rows.ts'

/** A lane of this height shows its phases, model calls and tool calls in full size, pixels. */
const enough = 96
/** With its border. */
const foldedHeight = 25

/**
 * How large the rows of lanes under each other are: full where each lane has room for them, compact where not.
 * @param open how many are not folded
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

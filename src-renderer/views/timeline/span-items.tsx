import { type MouseEvent, memo } from 'react'
import { useStore } from 'zustand'
import { hover, select } from '../../stores/selection-store.ts'
import { openSpanMenu } from '../branches/span-menu-store.ts'
import { boxOf } from './paint-overlays.ts'
import { axisHeight, type Box } from './scene.ts'
import { spanName } from './span-names.ts'
import type { Stage } from './stage.ts'
import type { StageState } from './stage-state.ts'
import styles from './timeline.module.css'
import { firstEndingFrom } from './track.ts'

/** More than these would only be noise to listen to; the list view has them all. */
const most = 250
const leastSize = 5

interface Item {
  readonly index: number
  readonly path: string
  readonly name: string
  readonly box: Box
}

/** The spans in sight as buttons, each where its bar is drawn. Only screen readers and the keyboard see them. */
export const SpanItems = memo(function SpanItems({
  stage,
  runId,
  selected,
}: {
  readonly stage: Stage
  readonly runId: string
  readonly selected: number | null
}) {
  const calm = useStore(stage.state, (state) => state.calm)
  if (calm === null) return null
  const items = itemsOf(calm)
  const stop = items.some((item) => item.index === selected) ? selected : items[0]?.index
  return (
    <ul aria-label="Spans" className={styles.items}>
      {items.map(({ index, path, name, box }) => (
        <li key={path}>
          <button
            type="button"
            className={styles.item}
            style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
            aria-label={name}
            aria-pressed={index === selected}
            tabIndex={index === stop ? 0 : -1}
            onClick={() => select({ runId, path }, 'timeline')}
            onFocus={() => hover({ runId, path })}
            onBlur={() => hover(null)}
            onContextMenu={(event) => {
              event.preventDefault()
              openSpanMenu({ runId, path }, menuPoint(event))
            }}
          />
        </li>
      ))}
    </ul>
  )
})

/** By keyboard there is no pointer: the menu opens at the span. */
function menuPoint(event: MouseEvent<HTMLElement>): { readonly clientX: number; readonly clientY: number } {
  if (event.clientX !== 0 || event.clientY !== 0) return event
  const box = event.currentTarget.getBoundingClientRect()
  return { clientX: box.left, clientY: box.bottom }
}

function itemsOf(calm: NonNullable<StageState['calm']>): Item[] {
  const found = new Map<number, Item>()
  for (const line of calm.rows.lines) {
    const { track } = line
    for (let slot = firstEndingFrom(track, calm.viewport.from); slot < track.start.length; slot++) {
      const index = track.span[slot] ?? -1
      const span = calm.run.spans[index]
      if ((track.start[slot] ?? 0) > calm.viewport.to || found.size >= most) break
      const box = boxOf(calm, { group: calm.layout.root, line: line.name, track, slot })
      if (span === undefined || box === null || found.has(index)) continue
      const name = spanName(span, calm.nowMs)
      found.set(index, { index, path: span.path, name, box: inSight(box, calm.width) })
    }
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}

function inSight(box: Box, width: number): Box {
  const x = Math.min(Math.max(0, box.x), width - leastSize)
  const right = Math.min(width, box.x + box.width)
  return { x, y: axisHeight + box.y, width: Math.max(leastSize, right - x), height: box.height }
}

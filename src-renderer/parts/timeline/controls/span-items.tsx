import { type FocusEvent, type MouseEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { spanName } from '../../../run/span-names.ts'
import { hover, select } from '../../../stores/session/selection-store.ts'
import { openSpanMenu } from '../../../stores/session/span-menu-store.ts'
import { type SightItem, spansInSight, windowOf } from '../model/items-in-sight.ts'
import { boxOf } from '../paint/paint-overlays.ts'
import type { Box } from '../paint/scene.ts'
import type { StageState } from '../stage/stage-state.ts'
import type { TimelineCanvas } from '../stage/timeline-canvas.ts'
import styles from '../timeline.module.css'

/** Buttons at one time: those around the one that has the keyboard or is selected. */
const most = 120
const minSize = 5

interface SpanItemsProps {
  readonly stage: TimelineCanvas
  readonly runId: string
  readonly selected: number | null
}

/**
 * The spans in sight as buttons, each where its bar is drawn. Only screen readers and the keyboard see them.
 *
 * 1. However many there are, a few are buttons: those around the selected one, else around the one that has the keyboard.
 *    The keys that select the next and the last one take the keyboard along, so that every span is come to.
 * 2. What has the keyboard stays, also where it goes out of sight: else the next key would go nowhere.
 */
export const SpanItems = memo(function SpanItems({ stage, runId, selected }: SpanItemsProps) {
  const calm = useStore(stage.state, (state) => state.calm)
  const [focused, setFocused] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useFocusFollows(list, selected, focused)
  if (calm === null) return null
  const kept = [...new Set([selected, focused])].flatMap((index) => placed(calm, index))
  const around = selected ?? focused
  const { items, before, after } = windowOf(spansInSight(calm, around, most), around, kept, most)
  const stop = [focused, selected].find((index) => items.some((item) => item.index === index)) ?? items[0]?.index
  const path = (index: number) => calm.run.spans[index]?.path ?? ''
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    hover(null)
    if (relatedTarget === null || list.current?.contains(relatedTarget) !== true) setFocused(null)
  }
  const more = (part: typeof before, words: string) =>
    part !== null && (
      <li>
        <button
          type="button"
          className="unseen"
          tabIndex={-1}
          onClick={() => select({ runId, path: path(part.nearest) }, 'timeline')}
        >
          {`${part.count} ${words}`}
        </button>
      </li>
    )
  return (
    <ul ref={list} aria-label="Spans" className={styles.items} onBlur={onBlur}>
      {more(before, 'more before these')}
      {items.map((item) => (
        <Item
          key={path(item.index)}
          {...{ calm, item, runId }}
          pressed={item.index === selected}
          isStop={item.index === stop}
          onFocus={() => setFocused(item.index)}
        />
      ))}
      {more(after, 'more after these')}
    </ul>
  )
})

type Calm = NonNullable<StageState['calm']>

function placed({ layout }: Calm, index: number | null): SightItem[] {
  const place = index === null ? undefined : (layout.places[index] ?? layout.waits.get(index))
  return index === null || place === undefined ? [] : [{ index, place }]
}

interface ItemProps {
  readonly calm: Calm
  readonly item: SightItem
  readonly runId: string
  readonly pressed: boolean
  readonly isStop: boolean
  readonly onFocus: () => void
}

function Item({ calm, item: { index, place }, runId, pressed, isStop, onFocus }: ItemProps) {
  const span = calm.run.spans[index]
  const box = boxOf(calm, place)
  if (span === undefined) return null
  const { path } = span
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        style={styleOf(box, calm)}
        data-span={index}
        aria-label={spanName(span, calm.nowMs)}
        aria-pressed={pressed}
        tabIndex={isStop ? 0 : -1}
        onClick={() => select({ runId, path }, 'timeline')}
        onFocus={() => {
          onFocus()
          hover({ runId, path })
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          openSpanMenu({ runId, path }, menuPoint(event))
        }}
      />
    </li>
  )
}

/** Where the keyboard is on a span and another one is selected, it goes there. */
function useFocusFollows(
  list: React.RefObject<HTMLUListElement | null>,
  selected: number | null,
  focused: number | null,
): void {
  const last = useRef(selected)
  useLayoutEffect(() => {
    if (last.current === selected) return
    const inList = list.current?.contains(document.activeElement) === true
    const next = inList ? list.current?.querySelector<HTMLElement>(`[data-span="${selected}"]`) : null
    if (next !== null && next !== undefined) next.focus({ preventScroll: true })
    // Not drawn yet where the picture has only just grown: the next look at it finds it.
    if (!inList || selected === null || selected === focused || next !== null) last.current = selected
  })
}

/** By keyboard there is no pointer: the menu opens at the span. */
function menuPoint(event: MouseEvent<HTMLElement>): { readonly clientX: number; readonly clientY: number } {
  if (event.clientX !== 0 || event.clientY !== 0) return event
  const box = event.currentTarget.getBoundingClientRect()
  return { clientX: box.left, clientY: box.bottom }
}

/** What is folded away, or out of sight, stands at the edge that it is behind. */
function styleOf(box: Box | null, { width, axis }: Calm): React.CSSProperties {
  if (box === null) return { left: 0, top: axis, width: minSize, height: minSize }
  const left = Math.min(Math.max(0, box.x), width - minSize)
  const right = Math.min(width, box.x + box.width)
  return { left, top: axis + box.y, width: Math.max(minSize, right - left), height: box.height }
}

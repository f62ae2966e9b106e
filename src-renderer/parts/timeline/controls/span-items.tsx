import { type FocusEvent, type MouseEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { breakpointsOn } from '../../../run/span-breakpoints.ts'
import { spanName } from '../../../run/span-names.ts'
import { useBreakpoints } from '../../../stores/server-cache/breakpoint-store.ts'
import { hover, select } from '../../../stores/session/selection-store.ts'
import { openSpanMenu } from '../../../stores/session/span-menu-store.ts'
import { BreakDot } from '../../breakpoints/break-dot.tsx'
import type { CanvasState } from '../canvas/canvas-state.ts'
import type { TimelineCanvas } from '../canvas/timeline-canvas.ts'
import { type VisibleItem, visibleSpans, windowOf } from '../model/visible-items.ts'
import { boxOf } from '../paint/paint-overlays.ts'
import type { Box } from '../paint/scene.ts'
import styles from '../timeline.module.css'

/** Maximum number of buttons: those around the focused or selected one. */
const most = 120
const minSize = 5

interface SpanItemsProps {
  readonly canvas: TimelineCanvas
  readonly runId: string
  readonly selected: number | null
}

/**
 * The visible spans as buttons at the positions of their bars, for screen readers and the keyboard only.
 *
 * 1. The number of buttons is limited: those around the selected span, else around the focused one. The keys that
 *    select the next and the previous span move the focus along, so that every span can be reached.
 * 2. The focused button stays, even out of view: otherwise the next key would have no target.
 */
export const SpanItems = memo(function SpanItems({ canvas, runId, selected }: SpanItemsProps) {
  const throttled = useStore(canvas.state, (state) => state.throttled)
  const [focused, setFocused] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useFocusFollows(list, selected, focused)
  if (throttled === null) return null
  const always = [...new Set([selected, focused])].flatMap((index) => placed(throttled, index))
  const around = selected ?? focused
  const { items, before, after } = windowOf(visibleSpans(throttled, around, most), around, always, most)
  const stop = [focused, selected].find((index) => items.some((item) => item.index === index)) ?? items[0]?.index
  const path = (index: number) => throttled.run.spans[index]?.path ?? ''
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
          {...{ calm: throttled, item, runId }}
          pressed={item.index === selected}
          isStop={item.index === stop}
          onFocus={() => setFocused(item.index)}
        />
      ))}
      {more(after, 'more after these')}
    </ul>
  )
})

type Throttled = NonNullable<CanvasState['throttled']>

function placed({ layout }: Throttled, index: number | null): VisibleItem[] {
  const place = index === null ? undefined : (layout.places[index] ?? layout.waits.get(index))
  return index === null || place === undefined ? [] : [{ index, place }]
}

interface ItemProps {
  readonly calm: Throttled
  readonly item: VisibleItem
  readonly runId: string
  readonly pressed: boolean
  readonly isStop: boolean
  readonly onFocus: () => void
}

function Item({ calm: throttled, item: { index, place: bar }, runId, pressed, isStop, onFocus }: ItemProps) {
  const span = throttled.run.spans[index]
  const list = useBreakpoints((state) => state.list)
  const box = boxOf(throttled, bar)
  if (span === undefined) return null
  const { path } = span
  const place = styleOf(box, throttled)
  const isSet = list.length > 0 && breakpointsOn(span, list).length > 0
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        style={place}
        data-span={index}
        aria-label={spanName(throttled.run, span, throttled.nowMs) + (isSet ? ', breakpoint' : '')}
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
      {box !== null && <BreakDot span={span} style={dotAt(place)} onlySet mute />}
    </li>
  )
}

interface Placed {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** On the start of the bar: half of a mark's 24 px is outside. */
const dotAt = ({ left, top, height }: Placed) => ({ left: Math.max(0, left - 12), top: top + height / 2 - 12 })

/** If a span has the focus and another one is selected, the focus moves to it. */
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
    // If the picture has just grown, the button may not exist yet; the next update finds it.
    if (!inList || selected === null || selected === focused || next !== null) last.current = selected
  })
}

/** A key press has no pointer position: the menu opens at the span. */
function menuPoint(event: MouseEvent<HTMLElement>): { readonly clientX: number; readonly clientY: number } {
  if (event.clientX !== 0 || event.clientY !== 0) return event
  const box = event.currentTarget.getBoundingClientRect()
  return { clientX: box.left, clientY: box.bottom }
}

/** A span that is folded away or out of view gets a position at the nearest edge. */
function styleOf(box: Box | null, { width, axis }: Throttled): Placed {
  if (box === null) return { left: 0, top: axis, width: minSize, height: minSize }
  const left = Math.min(Math.max(0, box.x), width - minSize)
  const right = Math.min(width, box.x + box.width)
  return { left, top: axis + box.y, width: Math.max(minSize, right - left), height: box.height }
}

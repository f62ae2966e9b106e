import { type RefObject, useEffect, useRef, useState } from 'react'
import { toX } from '../../../parts/timeline/model/viewport.ts'
import type { CanvasRun } from './marked-range.tsx'
import styles from './side-by-side.module.css'

interface Props {
  /** The container of the timelines, which has one section for each. */
  readonly stack: RefObject<HTMLElement | null>
  readonly canvasRuns: readonly CanvasRun[]
  /** Path of the marked step in each run. */
  readonly marks: readonly (string | null)[]
}

/** Connects the marked step in one timeline with the one in the next, along the separator between the two. */
export function JoinedMarks({ stack, canvasRuns, marks }: Props) {
  const [line, setLine] = useState('')
  const latest = useRef({ canvasRuns, marks })
  latest.current = { canvasRuns, marks }
  const key = [...canvasRuns.map(({ seen }) => seen.run.id), ...marks].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again for other runs or marks.
  useEffect(() => {
    const box = stack.current
    if (box === null) return
    const update = () => setLine(lineThrough(box, latest.current.canvasRuns, latest.current.marks))
    const stops = latest.current.canvasRuns.map(({ canvas }) => canvas.state.subscribe(update))
    const sizes = new ResizeObserver(update)
    for (const each of [box, ...box.querySelectorAll('section')]) sizes.observe(each)
    update()
    return () => {
      sizes.disconnect()
      for (const stop of stops) stop()
    }
  }, [stack, key])
  if (line === '') return null
  return (
    <svg className={styles.joined} aria-hidden="true">
      <path d={line} />
    </svg>
  )
}

/** An SVG path in pixels of the container; empty if there is nothing to connect, or a mark is scrolled out of view. */
function lineThrough(box: HTMLElement, canvasRuns: readonly CanvasRun[], marks: readonly (string | null)[]): string {
  const origin = box.getBoundingClientRect()
  const sections = [...box.querySelectorAll('section')]
  const points = canvasRuns.map((each, at) => {
    const frame = sections[at]?.querySelector('canvas')?.getBoundingClientRect()
    const x = markX(each, marks[at] ?? null)
    return frame === undefined || x === null || x < 0 || x > frame.width ? null : frame.left - origin.left + x
  })
  return points
    .slice(1)
    .flatMap((to, at) => {
      const [from, section] = [points[at] ?? null, sections[at]]
      if (from === null || to === null || section === undefined) return []
      const y = Math.round(section.getBoundingClientRect().bottom - origin.top) - 0.5
      return [`M${Math.round(from)},${y}H${Math.round(to)}`]
    })
    .join('')
}

function markX({ seen: { view }, canvas }: CanvasRun, path: string | null): number | null {
  const { throttled } = canvas.state.getState()
  const index = path === null ? undefined : view?.at.get(path)
  if (throttled === null || index === undefined) return null
  const place = throttled.layout.places[index] ?? throttled.layout.waits.get(index)
  const ms = place?.track.start[place.slot]
  return ms === undefined ? null : toX(throttled.viewport, throttled.width, ms)
}

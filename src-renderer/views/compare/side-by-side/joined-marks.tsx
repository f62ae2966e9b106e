import { type RefObject, useEffect, useRef, useState } from 'react'
import { toX } from '../../../parts/timeline/model/viewport.ts'
import type { CanvasRun } from './marked-range.tsx'
import styles from './side-by-side.module.css'

interface Props {
  /** The container of the timelines, which has one section for each. */
  readonly stack: RefObject<HTMLElement | null>
  readonly staged: readonly CanvasRun[]
  /** Path of the marked step in each run. */
  readonly marks: readonly (string | null)[]
}

/** Connects the marked step in one timeline with the one in the next, along the separator between the two. */
export function JoinedMarks({ stack, staged, marks }: Props) {
  const [line, setLine] = useState('')
  const latest = useRef({ staged, marks })
  latest.current = { staged, marks }
  const key = [...staged.map(({ seen }) => seen.run.id), ...marks].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again for other runs or marks.
  useEffect(() => {
    const box = stack.current
    if (box === null) return
    const update = () => setLine(lineThrough(box, latest.current.staged, latest.current.marks))
    const stops = latest.current.staged.map(({ stage }) => stage.state.subscribe(update))
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
function lineThrough(box: HTMLElement, staged: readonly CanvasRun[], marks: readonly (string | null)[]): string {
  const origin = box.getBoundingClientRect()
  const sections = [...box.querySelectorAll('section')]
  const points = staged.map((each, at) => {
    const canvas = sections[at]?.querySelector('canvas')?.getBoundingClientRect()
    const x = markX(each, marks[at] ?? null)
    return canvas === undefined || x === null || x < 0 || x > canvas.width ? null : canvas.left - origin.left + x
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

function markX({ seen: { view }, stage }: CanvasRun, path: string | null): number | null {
  const { throttled } = stage.state.getState()
  const index = path === null ? undefined : view?.at.get(path)
  if (throttled === null || index === undefined) return null
  const place = throttled.layout.places[index] ?? throttled.layout.waits.get(index)
  const ms = place?.track.start[place.slot]
  return ms === undefined ? null : toX(throttled.viewport, throttled.width, ms)
}

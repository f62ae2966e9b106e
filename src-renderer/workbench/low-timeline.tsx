import { ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { setTimelineOverlay, useTimelineOver } from '../stores/session/low-window.ts'
import { useTimelineHeight } from '../stores/session/timeline-store.ts'
import { Timeline } from '../views/timeline/timeline.tsx'
import { Button } from '../widgets/controls/button.tsx'
import { IconButton } from '../widgets/controls/icon-button.tsx'
import { cx } from '../widgets/cx.ts'
import { ErrorBoundary } from '../widgets/feedback/error-boundary.tsx'
import styles from './low-timeline.module.css'

/** Height of its border and of the space below its rows, pixels. */
const margin = 10

/** The timeline of a low window: a strip below the conversation that covers it when open. */
export function LowTimeline() {
  const over = useTimelineOver((state) => state.over)
  const content = useTimelineHeight((state) => state.content)
  useEffect(() => () => setTimelineOverlay(false), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!over || event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    setTimelineOverlay(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from anywhere inside
    <div
      className={cx(styles.place, over && styles.over)}
      style={over && content !== null ? { height: `min(76%, ${content + margin}px)` } : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.timeline}>
        <ErrorBoundary>
          <Timeline strip={!over} />
        </ErrorBoundary>
      </div>
      {over ? (
        <IconButton label="Close timeline" className={styles.close} onClick={() => setTimelineOverlay(false)}>
          <X aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          small
          className={styles.open}
          icon={<ChevronUp aria-hidden="true" />}
          aria-label="Open timeline"
          onClick={() => setTimelineOverlay(true)}
        >
          <span className={styles.word}>Open</span>
        </Button>
      )}
    </div>
  )
}

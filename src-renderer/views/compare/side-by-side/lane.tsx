import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import type { CriticalPath } from '../../../../src-shared/timeline/critical-path.ts'
import { Picture } from '../../../parts/timeline/canvas/picture.tsx'
import type { TimelineCanvas } from '../../../parts/timeline/canvas/timeline-canvas.ts'
import { useCanvasState } from '../../../parts/timeline/canvas/use-canvas-state.ts'
import { useHighlighted } from '../../../parts/timeline/canvas/use-highlighted.ts'
import { useTimelineKeys } from '../../../parts/timeline/canvas/use-timeline-keys.ts'
import type { SpanFilter } from '../../../parts/timeline/model/legend-kinds.ts'
import type { RowSize } from '../../../parts/timeline/model/rows.ts'
import { axisOf, mapHeight } from '../../../parts/timeline/paint/scene.ts'
import type { Scale } from '../../../parts/timeline/scale/scale.ts'
import { useSelection } from '../../../stores/session/selection-store.ts'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import styles from './side-by-side.module.css'
import type { SeenRun } from './side-run.ts'

interface LaneProps {
  readonly seen: SeenRun
  readonly scale: Scale
  readonly divergence: string | null
  /** Whether the lanes share one axis above them, or each has its own. */
  readonly shared: boolean
  readonly size: RowSize
  readonly folded: boolean
  readonly onFold: () => void
  /** Null until it is drawn. */
  readonly canvas: TimelineCanvas | null
  /** What is highlighted in all lanes. */
  readonly only: SpanFilter | null
  /** Called with the run's critical path when it changes; null while it is hidden. */
  readonly onPath: (runId: string, path: CriticalPath | null) => void
  readonly onCanvas: (runId: string, canvas: TimelineCanvas | null) => void
  /** Returns whether the key controls playback. */
  readonly onPlaybackKey: (event: KeyboardEvent) => boolean
}

/** The timeline of one of several runs; when folded, all of its calls are on one line. */
export function Lane(props: LaneProps) {
  const { seen, folded, onFold } = props
  const { name, mark, view } = seen
  const Chevron = folded ? ChevronRight : ChevronDown
  if (view === null) return <Skeleton lines={3} label={`Loading ${name}`} />
  return (
    <Framed {...props} view={view}>
      <h3 className={styles.laneName}>
        <button
          type="button"
          aria-expanded={!folded}
          aria-label={name}
          title={folded ? `Show all rows of ${name}` : `Fold ${name} to one line`}
          onClick={onFold}
        >
          <Chevron aria-hidden="true" />
          {folded ? <span>{name}</span> : (mark ?? <span className={styles.upright}>{name}</span>)}
        </button>
      </h3>
    </Framed>
  )
}

function Framed(props: LaneProps & { readonly view: RunView; readonly children: React.ReactNode }) {
  const { seen, view, scale, divergence, shared, folded, canvas, only, onPath, onCanvas, onPlaybackKey, children } =
    props
  const { run, name } = seen
  const selectedPath = useSelection(({ selected }) => (selected?.runId === run.id ? selected.path : null))
  const { filtered, path } = useHighlighted({ view, canvas, selectedPath, only })
  useEffect(() => onPath(run.id, path), [onPath, run.id, path])
  const putCanvas = useCallback((made: TimelineCanvas | null) => onCanvas(run.id, made), [onCanvas, run.id])
  const live = view.status === 'running' || view.status === 'waiting'
  const frame = shared ? 'joined' : 'own'
  const size = folded ? 'line' : props.size
  const keys = useTimelineKeys({ canvas, runId: run.id, view, live, find: () => {} })
  const content = useContentHeight(canvas, axisOf(frame, size))
  const height = content === null ? null : Math.max(content, folded ? 0 : minHeight)
  return (
    <section
      className={styles.lane}
      aria-label={`Timeline of ${name}`}
      data-folded={folded}
      style={height === null ? undefined : { maxHeight: height }}
      onKeyDown={(event) => onPlaybackKey(event) || keys.onKeyDown(event)}
    >
      {children}
      <div className={styles.picture}>
        <Picture
          runId={run.id}
          name={`Picture of ${name}`}
          view={view}
          live={live}
          found={filtered}
          path={path}
          selected={selectedPath === null ? null : (view.at.get(selectedPath) ?? null)}
          scale={scale}
          frame={frame}
          size={size}
          divergence={divergence === null ? null : (view.at.get(divergence) ?? null)}
          onCanvas={putCanvas}
        />
      </div>
    </section>
  )
}

/** Space for its badge and its fold button, pixels. */
const minHeight = 43

/** Height of all of a lane's rows with its border, pixels; null until it is drawn. */
function useContentHeight(canvas: TimelineCanvas | null, axis: number): number | null {
  const rows = useCanvasState(canvas, (state) => state?.rows ?? null)
  const mapped = useCanvasState(canvas, (state) => state?.mapped ?? false)
  return rows === null ? null : axis + rows.height + (mapped ? mapHeight : 0) + 1
}

import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { type Command, useCommands } from '../../commands/command-store.ts'
import { spanName } from '../../run/span-names.ts'
import { leavePlayback } from '../../stores/runs/playback-store.ts'
import { useByShape } from '../../stores/runs/use-by-shape.ts'
import { useKnownEffects } from '../../stores/server-cache/what-ifs.ts'
import { setTimelineOverlay } from '../../stores/session/low-window.ts'
import { useSelection } from '../../stores/session/selection-store.ts'
import { showTimelineAs, useTimelineHeight, useTimelineSettings } from '../../stores/session/timeline-store.ts'
import { useEffectColors } from '../../stores/session/what-if/what-if-store.ts'
import { cx } from '../../widgets/cx.ts'
import { RunPlayback } from '../playback/playback-bar.tsx'
import { handlePlaybackKey } from '../playback/playback-keys.ts'
import type { BoardProps } from './board-props.ts'
import { Picture } from './canvas/picture.tsx'
import type { TimelineCanvas } from './canvas/timeline-canvas.ts'
import { useCanvasState } from './canvas/use-canvas-state.ts'
import { useHighlighted } from './canvas/use-highlighted.ts'
import { useTimelineKeys } from './canvas/use-timeline-keys.ts'
import { RunTotal } from './controls/run-total.tsx'
import { SpanTable } from './controls/span-table.tsx'
import { SummaryTable } from './controls/summary-table.tsx'
import { Toolbar } from './controls/toolbar.tsx'
import { TurnStrip } from './controls/turn-strip.tsx'
import { shownEffects } from './model/effect-levels.ts'
import { findSpans } from './model/find.ts'
import type { SpanFilter } from './model/legend-kinds.ts'
import { axisHeight } from './paint/scene.ts'
import { useScale } from './scale/use-scale.ts'
import styles from './timeline.module.css'

/** The toolbar and, below it, the run as a picture or a list. */
export function Board({ shown, run, view, live, strip }: BoardProps) {
  const [canvas, setCanvas] = useState<TimelineCanvas | null>(null)
  const { axis, view: shownAs } = useTimelineSettings()
  const scale = useScale(view, axis, live)
  const [words, setWords] = useState<string | null>(null)
  const wanted = useDeferredValue(words)
  const still = useByShape(view, view.spans, view.shape)
  const found = useMemo(() => (wanted ? findSpans(still, wanted) : null), [wanted, still])
  const [only, onOnly] = useState<SpanFilter | null>(null)
  const selectedPath = useSelection(({ selected }) => (selected?.runId === run.id ? selected.path : null))
  const selected = selectedPath === null ? null : (view.at.get(selectedPath) ?? null)
  const { filtered, path } = useHighlighted({ view, canvas, selectedPath, only })
  const standOut = found ?? filtered
  const effects = useKnownEffects(run.id)
  const byEffect = useEffectColors((state) => state.on) && !strip
  const shownEffect = useMemo(() => (effects === null ? null : shownEffects(still, effects)), [effects, still])
  const find = () => {
    if (strip) setTimelineOverlay(true)
    setWords((now) => now ?? '')
  }
  const keys = useTimelineKeys({ canvas, runId: run.id, view, live, find })
  useTimelineCommands({
    step: keys.step,
    find,
    fit: () => canvas?.fit(),
    follow: () => canvas?.follow(),
    list: () => showTimelineAs(shownAs === 'list' ? 'spans' : 'list'),
    live,
  })
  // Without the controls playback could not be left, so unmounting returns to the present.
  useEffect(() => leavePlayback, [])
  useContentHeight(strip ? null : canvas, view)
  const selectedSpan = selected === null ? undefined : view.spans[selected]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the focused controls inside bubble to here.
    <div
      className={cx(styles.board, strip && styles.strip)}
      onKeyDown={(event) => handlePlaybackKey(event, [run.id]) || keys.onKeyDown(event)}
    >
      {strip ? (
        <StripHead run={run} view={view} canvas={live ? canvas : null} />
      ) : (
        <>
          <Toolbar
            {...{ shown, run, view, live, canvas, shownAs, only, onOnly, path, words, setWords, effects }}
            found={found}
            // The search results may lag behind the input, so search again.
            step={(by) => keys.stepFound(by, words ? findSpans(view, words) : [])}
          />
          <TurnStrip shown={shown} />
        </>
      )}
      {strip || shownAs === 'spans' ? (
        <Picture
          {...{ runId: run.id, view, live, selected, scale }}
          size={strip ? 'strip' : 'roomy'}
          found={standOut}
          path={path}
          effects={shownEffect}
          colorByEffect={byEffect}
          onCanvas={setCanvas}
        />
      ) : shownAs === 'summary' ? (
        <SummaryTable runId={run.id} view={view} live={live} />
      ) : (
        <SpanTable
          runId={run.id}
          view={view}
          only={standOut ?? path?.spans ?? null}
          effects={byEffect ? shownEffect : null}
        />
      )}
      <div role="status" className="unseen">
        {selectedSpan === undefined ? '' : `Selected: ${spanName(view, selectedSpan, view.lastMs)}`}
      </div>
    </div>
  )
}

/** In a strip, before the picture: the run's totals and its playback. */
function StripHead({ run, view, canvas }: Pick<BoardProps, 'run' | 'view'> & { canvas: TimelineCanvas | null }) {
  return (
    <>
      <h2 className={styles.title}>Timeline</h2>
      <RunPlayback runId={run.id} />
      <RunTotal runId={run.id} view={view} canvas={canvas} />
    </>
  )
}

/**
 * Reports the height needed to show everything: rows, axis, toolbar and the strip of turns. The minimap is left out,
 * because it depends on the zoom.
 */
function useContentHeight(canvas: TimelineCanvas | null, view: RunView): void {
  const rows = useCanvasState(canvas, (state) => state?.rows.height ?? null)
  const content = rows === null || view.spans.length === 0 ? null : rows + axisHeight + around
  useEffect(() => {
    if (content !== null) useTimelineHeight.setState({ content })
  }, [content])
}
const around = 34 + 30 + 4

interface TimelineActions {
  readonly step: (by: 1 | -1) => void
  readonly find: () => void
  readonly fit: () => void
  readonly follow: () => void
  readonly list: () => void
  readonly live: boolean
}

/** Registers the timeline's commands for the palette and for keys anywhere in the window. */
function useTimelineCommands(actions: TimelineActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const commands = useMemo((): Command[] => {
    const offer = (id: string, title: string, run: () => void, keys?: string): Command => ({
      id: `timeline-${id}`,
      title,
      group: 'Timeline',
      keys,
      run,
    })
    return [
      offer('previous', 'Select the previous span', () => latest.current.step(-1), '['),
      offer('next', 'Select the next span', () => latest.current.step(1), ']'),
      offer('find', 'Find in the timeline', () => latest.current.find(), '/'),
      offer('fit', 'Show the whole run', () => latest.current.fit()),
      { ...offer('follow', 'Follow the run', () => latest.current.follow()), enabled: () => latest.current.live },
      offer('list', 'Switch the timeline between list and picture', () => latest.current.list()),
    ]
  }, [])
  useCommands(commands)
}

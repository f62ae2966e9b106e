import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { spanName } from '../../run/span-names.ts'
import { leavePlayback } from '../../stores/runs/playback-store.ts'
import { useSelection } from '../../stores/session/selection-store.ts'
import { takePlaybackKey } from '../playback/playback-keys.ts'
import type { BoardProps } from './board-props.ts'
import { SpanTable } from './controls/span-table.tsx'
import { Toolbar } from './controls/toolbar.tsx'
import { findSpans } from './model/find.ts'
import { Picture } from './stage/picture.tsx'
import type { TimelineCanvas } from './stage/timeline-canvas.ts'
import { useTimelineCommands } from './stage/use-timeline-commands.ts'
import { useTimelineKeys } from './stage/use-timeline-keys.ts'
import styles from './timeline.module.css'

/** The toolbar and, under it, the run as a picture or as a list. */
export function Board({ shown, run, view, live }: BoardProps) {
  const [stage, setStage] = useState<TimelineCanvas | null>(null)
  const [asList, setAsList] = useState(false)
  const [words, setWords] = useState<string | null>(null)
  const wanted = useDeferredValue(words)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view's spans grow in place; `shape` tells of it.
  const found = useMemo(() => (wanted ? findSpans(view, wanted) : null), [wanted, view.shape])
  const selectedPath = useSelection(({ selected }) => (selected?.runId === run.id ? selected.path : null))
  const selected = selectedPath === null ? null : (view.at.get(selectedPath) ?? null)
  const keys = useTimelineKeys({ stage, runId: run.id, view, live, find: () => setWords((now) => now ?? '') })
  useTimelineCommands({
    step: keys.step,
    find: () => setWords((now) => now ?? ''),
    fit: () => stage?.fit(),
    follow: () => stage?.follow(),
    list: () => setAsList((now) => !now),
    live,
  })
  // Without its controls nobody could leave it: another run, or no timeline, is back in the present.
  useEffect(() => leavePlayback, [])
  const selectedSpan = selected === null ? undefined : view.spans[selected]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the focused controls inside bubble to here.
    <div className={styles.board} onKeyDown={(event) => takePlaybackKey(event, [run.id]) || keys.onKeyDown(event)}>
      <Toolbar
        {...{ shown, run, view, live, stage, asList, setAsList, words, setWords }}
        found={found}
        // What is being typed may be ahead of what was found.
        step={(by) => keys.stepFound(by, words ? findSpans(view, words) : [])}
      />
      {asList ? (
        <SpanTable runId={run.id} view={view} only={found} />
      ) : (
        <Picture runId={run.id} view={view} live={live} found={found} selected={selected} onStage={setStage} />
      )}
      <div role="status" className="unseen">
        {selectedSpan === undefined ? '' : `Selected: ${spanName(selectedSpan, view.lastMs)}`}
      </div>
    </div>
  )
}

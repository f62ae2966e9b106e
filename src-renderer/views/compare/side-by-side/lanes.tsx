import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PlaybackBar } from '../../../parts/playback/playback-bar.tsx'
import { handlePlaybackKey } from '../../../parts/playback/playback-keys.ts'
import type { TimelineCanvas } from '../../../parts/timeline/canvas/timeline-canvas.ts'
import { AxisChoice, ViewChoice } from '../../../parts/timeline/controls/axis-choice.tsx'
import { AxisStrip } from '../../../parts/timeline/controls/axis-strip.tsx'
import { Legend } from '../../../parts/timeline/controls/legend.tsx'
import type { SpanFilter } from '../../../parts/timeline/model/legend-kinds.ts'
import { realScale } from '../../../parts/timeline/scale/scale.ts'
import { axisScale, useLaneScales } from '../../../parts/timeline/scale/use-lane-scales.ts'
import { firstDivergence } from '../../../run/first-divergence.ts'
import { alignedTimes } from '../../../run/phase-alignment.ts'
import { ownTime, type TimeMap } from '../../../run/time-map.ts'
import { changeAxis, leavePlayback, playBack, useIsPlayedBack } from '../../../stores/runs/playback-store.ts'
import { followRun, shapeOf, useRuns } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { useTimelineSettings } from '../../../stores/session/timeline-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { JoinedMarks } from './joined-marks.tsx'
import { Lane } from './lane.tsx'
import { LaneTables } from './lane-tables.tsx'
import { MarkedStretch } from './marked-range.tsx'
import { PathsButton, usePaths } from './paths-button.tsx'
import styles from './side-by-side.module.css'
import type { Divergences, SeenRun, SideRun } from './side-run.ts'
import { useJoinedCanvases } from './use-joined-canvases.ts'
import { useLaneSize } from './use-lane-size.ts'

interface LanesProps {
  /** Two to four runs. Each is compared with the first, step by step. */
  readonly runs: readonly SideRun[]
  /** Called when a divergence of a run from the first one changes. */
  readonly onDivergence?: (divergences: Divergences) => void
  /** Path of the step marked in each run; by default the step at which it diverges from the first. */
  readonly marks?: readonly (string | null)[]
}

/**
 * The timelines of several runs below each other, with one shared axis. They scroll, zoom and play back together. The
 * step at which each run diverges is marked; in the first run, the earliest of these steps. Optionally, phases of the
 * same name are aligned.
 */
export function Lanes({ runs, onDivergence, marks }: LanesProps) {
  const seen = useSeenRuns(runs)
  const ids = useMemo(() => runs.map(({ run }) => run.id), [runs])
  const [aligned, setAligned] = useState(false)
  const still = useByShape(seen, seen.map(({ view }) => shapeOf(view ?? undefined)).join(' '))
  const times = useMemo(() => timesOf(still, aligned), [still, aligned])
  const divergences = useMemo(() => divergencesOf(still), [still])
  const latest = useRef(onDivergence)
  latest.current = onDivergence
  useEffect(() => latest.current?.(divergences), [divergences])
  const maps = useMemo(() => Object.fromEntries(ids.map((id, index) => [id, times[index] ?? ownTime])), [ids, times])
  const played = useIsPlayedBack(ids[0] ?? null)
  useEffect(() => {
    if (played) changeAxis(maps)
  }, [played, maps])
  useEffect(() => leavePlayback, [])
  const view = useTimelineSettings((state) => state.view)
  // Playback always shows spans, because it shows the run as it progresses.
  const shownAs = played ? 'spans' : view
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const body = useRef<HTMLDivElement>(null)
  const size = useLaneSize(body, runs.length, runs.filter(({ run }) => !folded.has(run.id)).length)
  const [canvases, put] = useJoinedCanvases([...ids, axisName])
  const canvasRuns = seen.flatMap((each) => {
    const canvas = canvases.get(each.run.id)
    return canvas === undefined ? [] : [{ seen: each, canvas }]
  })
  const putAxis = useCallback((canvas: TimelineCanvas | null) => put(axisName, canvas), [put])
  const [only, setOnly] = useState<SpanFilter | null>(null)
  const [paths, onPath] = usePaths()
  const ownAxes = aligned && times.some((each) => each !== ownTime)
  const scales = useLaneScales(seen, ownAxes || played ? times : null)
  const first = seen.find(({ view }) => view !== null)
  const begin = (start: { play: boolean; at: number }) => playBack(ids, { ...start, maps })
  const onPlaybackKey = (event: KeyboardEvent) => handlePlaybackKey(event, ids, (_, start) => begin(start))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key events of focused controls inside bubble to it.
    <div className={styles.lanes} onKeyDown={onPlaybackKey}>
      <header className={styles.toolbar}>
        <h2>Timelines</h2>
        <PlaybackBar runIds={ids} begin={begin} />
        {shownAs === 'spans' && !played && !aligned && <AxisChoice />}
        {!played && <ViewChoice />}
        {shownAs === 'spans' && (
          <Button
            small
            look="quiet"
            aria-pressed={aligned}
            title="Starts phases of the same name at the same position"
            onClick={() => setAligned(!aligned)}
          >
            Align phases
          </Button>
        )}
        {shownAs === 'spans' && aligned && !ownAxes && (
          <span className={styles.unshared}>These runs have no phase in common.</span>
        )}
        <span className={styles.spring} />
        {!played && shownAs !== 'summary' && <PathsButton seen={seen} paths={paths} only={only} onOnly={setOnly} />}
        {!played && shownAs !== 'summary' && (
          <Legend views={seen.flatMap(({ view }) => view ?? [])} only={only} onOnly={setOnly} />
        )}
      </header>
      {/* When phases are aligned, the lanes' times differ, so each lane has its own axis. */}
      {shownAs === 'spans' && !ownAxes && first?.view != null && (
        <AxisStrip view={first.view} runId={first.run.id} scale={axisScale(scales)} onCanvas={putAxis} />
      )}
      {shownAs !== 'spans' && <LaneTables seen={seen} shown={shownAs} only={only} />}
      <div ref={body} className={styles.stack} style={shownAs === 'spans' ? undefined : { display: 'none' }}>
        {shownAs === 'spans' &&
          seen.map((each, index) => (
            <Lane
              key={each.run.id}
              seen={each}
              scale={scales[index] ?? realScale}
              divergence={marks === undefined ? divergencePath(divergences, index) : (marks[index] ?? null)}
              shared={!ownAxes}
              size={size}
              folded={folded.has(each.run.id)}
              onFold={() => setFolded(toggled(folded, each.run.id))}
              canvas={canvases.get(each.run.id) ?? null}
              only={only}
              onPath={onPath}
              onCanvas={put}
              onPlaybackKey={onPlaybackKey}
            />
          ))}
        {shownAs === 'spans' && marks !== undefined && (
          <JoinedMarks stack={body} canvasRuns={canvasRuns} marks={marks} />
        )}
        <MarkedStretch canvasRuns={canvasRuns} />
      </div>
    </div>
  )
}

const axisName = 'axis'

function toggled(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return all.has(one) ? new Set([...all].filter((each) => each !== one)) : new Set([...all, one])
}

function timesOf(seen: readonly SeenRun[], aligned: boolean): readonly TimeMap[] {
  const views = seen.flatMap(({ view }) => view ?? [])
  return aligned && views.length === seen.length ? alignedTimes(views) : seen.map(() => ownTime)
}

function divergencesOf([first, ...others]: readonly SeenRun[]): Divergences {
  return others.map(({ view }) => (first?.view == null || view === null ? null : firstDivergence(first.view, view)))
}

/** The step that is marked in a run. */
function divergencePath(divergences: Divergences, index: number): string | null {
  if (index > 0) return divergences[index - 1]?.steps[1]?.path ?? null
  const known = divergences.flatMap((each) => each ?? [])
  const [earliest] = known.toSorted((a, b) => a.same - b.same)
  return earliest?.steps[0]?.path ?? null
}

/** Follows the runs while the component is mounted. Rerenders at most once a frame, when any of them changes. */
function useSeenRuns(runs: readonly SideRun[]): readonly SeenRun[] {
  const key = runs.map(({ run }) => run.id).join(' ')
  useEffect(() => {
    const stops = key.split(' ').map(followRun)
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])
  const live = useRuns((state) => state.live)
  return useMemo(() => runs.map((each) => ({ ...each, view: live[each.run.id] ?? null })), [runs, live])
}

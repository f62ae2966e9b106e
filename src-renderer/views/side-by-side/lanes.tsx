import { useEffect, useMemo, useRef, useState } from 'react'
import { firstDivergence } from '../../../src-shared/first-divergence.ts'
import { alignedTimes } from '../../../src-shared/phase-alignment.ts'
import { ownTime, type TimeMap } from '../../../src-shared/time-map.ts'
import { changeAxis, leavePlayback, playBack, useIsPlayedBack } from '../../stores/playback-store.ts'
import { shapeOf } from '../../stores/run-store.ts'
import { useSelection } from '../../stores/selection-store.ts'
import { Button } from '../../widgets/button.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import { PlaybackBar } from '../playback/playback-bar.tsx'
import { takePlaybackKey } from '../playback/playback-keys.ts'
import { Legend } from '../timeline/legend.tsx'
import { Picture } from '../timeline/picture.tsx'
import type { Stage } from '../timeline/stage.ts'
import styles from './side-by-side.module.css'
import type { Partings, SeenRun, SideRun } from './side-run.ts'
import { useSeenRuns } from './use-seen-runs.ts'

interface LanesProps {
  /** Two to four. Each is told apart from the first, step by step. */
  readonly runs: readonly SideRun[]
  /** Told where each of the others parts from the first, whenever that changes. */
  readonly onParting?: (partings: Partings) => void
}

/**
 * The timelines of several runs under each other on one axis. They move together and are played back together;
 * where they part is marked: in the first, where the earliest of the others does. On request the phases of one
 * name begin at one place.
 */
export function Lanes({ runs, onParting }: LanesProps) {
  const seen = useSeenRuns(runs)
  const ids = useMemo(() => runs.map(({ run }) => run.id), [runs])
  const [aligned, setAligned] = useState(false)
  const shapes = seen.map(({ view }) => shapeOf(view ?? undefined)).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shapes stand for the views, which are mutated inside.
  const times = useMemo(() => timesOf(seen, aligned), [shapes, aligned])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const partings = useMemo(() => partingsOf(seen), [shapes])
  const told = useRef(onParting)
  told.current = onParting
  useEffect(() => told.current?.(partings), [partings])
  const maps = useMemo(() => Object.fromEntries(ids.map((id, index) => [id, times[index] ?? ownTime])), [ids, times])
  const played = useIsPlayedBack(ids[0] ?? null)
  useEffect(() => {
    if (played) changeAxis(maps)
  }, [played, maps])
  useEffect(() => leavePlayback, [])
  const join = useJoinedStages()
  const shared = !aligned || times.some((each) => each !== ownTime)
  const begin = (wish: { play: boolean; at: number }) => playBack(ids, { ...wish, maps })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the focused controls inside bubble to here.
    <div className={styles.lanes} onKeyDown={(event) => takePlaybackKey(event, ids, (_, wish) => begin(wish))}>
      <header className={styles.toolbar}>
        <h2>Timelines</h2>
        <PlaybackBar runIds={ids} begin={begin} />
        <Button
          small
          look="quiet"
          aria-pressed={aligned}
          title="Phases of one name begin at the same place"
          onClick={() => setAligned(!aligned)}
        >
          Align phases
        </Button>
        {!shared && <span className={styles.unshared}>No phase is in all of them.</span>}
        <span className={styles.spring} />
        {!played && <Legend />}
      </header>
      {seen.map((each, index) => (
        <Lane
          key={each.run.id}
          seen={each}
          time={times[index] ?? ownTime}
          parting={partingPath(partings, index)}
          onStage={join}
        />
      ))}
    </div>
  )
}

function timesOf(seen: readonly SeenRun[], aligned: boolean): readonly TimeMap[] {
  const views = seen.flatMap(({ view }) => view ?? [])
  return aligned && views.length === seen.length ? alignedTimes(views) : seen.map(() => ownTime)
}

function partingsOf([first, ...others]: readonly SeenRun[]): Partings {
  return others.map(({ view }) => (first?.view == null || view === null ? null : firstDivergence(first.view, view)))
}

/** The step that is marked in a run. */
function partingPath(partings: Partings, index: number): string | null {
  if (index > 0) return partings[index - 1]?.steps[1]?.path ?? null
  const known = partings.flatMap((each) => each ?? [])
  const [earliest] = known.toSorted((a, b) => a.same - b.same)
  return earliest?.steps[0]?.path ?? null
}

interface LaneProps {
  readonly seen: SeenRun
  readonly time: TimeMap
  readonly parting: string | null
  readonly onStage: (runId: string, stage: Stage | null) => void
}

function Lane({ seen: { run, name, view }, time, parting, onStage }: LaneProps) {
  const selectedPath = useSelection(({ selected }) => (selected?.runId === run.id ? selected.path : null))
  const tell = useMemo(() => (stage: Stage | null) => onStage(run.id, stage), [onStage, run.id])
  if (view === null) return <Skeleton lines={3} label={`Loading ${name}`} />
  const live = view.status === 'running' || view.status === 'waiting'
  return (
    <section className={styles.lane} aria-label={`Timeline of ${name}`}>
      <h3 className={styles.laneName}>{name}</h3>
      <div className={styles.picture}>
        <Picture
          runId={run.id}
          name={`Picture of ${name}`}
          view={view}
          live={live}
          found={null}
          selected={selectedPath === null ? null : (view.at.get(selectedPath) ?? null)}
          time={time}
          parting={parting === null ? null : (view.at.get(parting) ?? null)}
          onStage={tell}
        />
      </div>
    </section>
  )
}

/** Stages that come and go are joined, so that where one goes the others go. */
function useJoinedStages(): (runId: string, stage: Stage | null) => void {
  const stages = useRef(new Map<string, Stage>())
  return useMemo(
    () => (runId, stage) => {
      if (stage === null) stages.current.delete(runId)
      else stages.current.set(runId, stage)
      const all = [...stages.current.values()]
      for (const each of all) each.beside = all.filter((other) => other !== each)
    },
    [],
  )
}

import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'
import { createTape, type PlaybackTape } from '../../run/playback-tape.ts'
import { ownTime, type TimeMap, toAxis } from '../../run/time-map.ts'
import { useLoading } from './run-loading.ts'
import type { RunMoment } from './run-moment.ts'
import { followRun, useRuns } from './run-store.ts'

/** The logs of the runs that are played back. They are read page by page and updated while the runs continue. */
export interface PlaybackTapes {
  readonly of: ReadonlyMap<string, PlaybackTape>
  viewsAt(moments: Moments): { readonly [runId: string]: RunView }
  close(): void
}
interface Moments {
  readonly [runId: string]: RunMoment
}
interface Maps {
  readonly [runId: string]: TimeMap
}

interface Listener {
  /** Whether all logs are loaded, up to their current end. */
  read(): void
  grown(): void
  failed(failure: Failure): void
}

export function openTapes(runIds: readonly string[], listener: Listener): PlaybackTapes {
  const of = new Map(runIds.map((runId) => [runId, createTape()]))
  const stops = runIds.map(followRun)
  const reading = new Set<string>()
  let closed = false
  let isRead = false

  /** Reads new events page by page. Each page is folded as it arrives, so that no jump has to fold the whole log. */
  async function readOn(runId: string, tape: PlaybackTape): Promise<void> {
    if (reading.has(runId)) return
    reading.add(runId)
    for (let more = true; more && !closed; ) {
      const page = await readPage(runId, tape.count - 1)
      tape.add(page.events)
      if (!isRead) tape.viewAt(tape.count, Number.NEGATIVE_INFINITY)
      more = page.more
    }
    reading.delete(runId)
  }

  const unsubscribe = useRuns.subscribe(({ live }) => {
    if (!isRead) return
    for (const [runId, tape] of of) {
      if ((live[runId]?.lastSeq ?? -1) < tape.count) continue
      void readOn(runId, tape).then(
        () => !closed && listener.grown(),
        // The next event of the run triggers another attempt.
        () => reading.delete(runId),
      )
    }
  })
  Promise.all([...of].map(([runId, tape]) => readOn(runId, tape))).then(
    () => {
      isRead = true
      if (!closed) listener.read()
    },
    (thrown: unknown) => !closed && listener.failed(failureFrom(thrown)),
  )

  return {
    of,
    viewsAt: (moments) =>
      Object.fromEntries(
        Object.entries(moments).flatMap(([runId, { count, ms }]) => {
          const tape = of.get(runId)
          return tape === undefined ? [] : [[runId, tape.viewAt(count, ms)]]
        }),
      ),
    close: () => {
      closed = true
      unsubscribe()
      for (const stop of stops) stop()
    },
  }
}

/** A run with more spans is played back without its long texts, which are loaded when they are shown. */
const longRun = 10_000
const pageOf = 1000

async function readPage(runId: string, afterSeq: number) {
  const { live } = useRuns.getState()
  const isLong = useLoading.getState()[runId] !== undefined || (live[runId]?.spans.length ?? 0) > longRun
  return isLong ? ask('run-page', { runId, afterSeq, most: pageOf }) : ask('run-events', { runId, afterSeq })
}

const lastMs = (tape: PlaybackTape) => tape.msOf(tape.count)

/** End of the axis: the end of the run that reaches furthest on it. */
export function endOf(tapes: PlaybackTapes, maps: Maps): number {
  return Math.max(0, ...[...tapes.of].map(([runId, tape]) => toAxis(maps[runId] ?? ownTime, lastMs(tape))))
}

/** The number of events at a time of a run, ms; times after its last event are clamped to it. */
export function momentOf(tapes: PlaybackTapes | null, runId: string, wanted: number): RunMoment {
  const tape = tapes?.of.get(runId)
  if (tape === undefined) return { count: 0, ms: 0 }
  const ms = Math.min(wanted, lastMs(tape))
  return { count: tape.countAt(ms), ms }
}

interface Place {
  readonly maps: Maps
  readonly moments: Moments
  readonly at: number
}

/**
 * Moves one event forward or back. Events with equal times are stepped over one by one, so steps are event counts. Null
 * if there is no such event.
 */
export function stepFrom(tapes: PlaybackTapes, { maps, moments, at }: Place, by: 1 | -1): Omit<Place, 'maps'> | null {
  const placeOf = (runId: string, count: number) =>
    toAxis(maps[runId] ?? ownTime, tapes.of.get(runId)?.msOf(count) ?? 0)
  const steps = [...tapes.of].flatMap(([runId, tape]) => {
    const count = moments[runId]?.count ?? 0
    const possible = by === 1 ? count < tape.count : count > 0
    return possible ? [{ runId, count: count + by, place: placeOf(runId, by === 1 ? count + 1 : count) }] : []
  })
  const [first] = steps.sort((a, b) => by * (a.place - b.place))
  if (first === undefined) return null
  const counts = Object.entries(moments).map(
    ([runId, { count }]) => [runId, runId === first.runId ? first.count : count] as const,
  )
  const to =
    by === 1 ? Math.max(at, first.place) : Math.max(0, ...counts.map(([runId, count]) => placeOf(runId, count)))
  const next = counts.map(([runId, count]) => [runId, { count, ms: tapes.of.get(runId)?.msOf(count) ?? 0 }] as const)
  return { at: to, moments: Object.fromEntries(next) }
}

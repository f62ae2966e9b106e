import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { RunView } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'
import { createReel, type Reel } from '../../run/run-reel.ts'
import { ownTime, type TimeMap, toAxis } from '../../run/time-map.ts'
import { useLoading } from './run-loading.ts'
import type { RunMoment } from './run-moment.ts'
import { followRun, useRuns } from './run-store.ts'

/** The logs of the runs that are played back, read page by page and kept up with while they grow. */
export interface Reels {
  readonly of: ReadonlyMap<string, Reel>
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
  /** All logs are here, as far as they went. */
  read(): void
  grown(): void
  failed(failure: Failure): void
}

export function openReels(runIds: readonly string[], listener: Listener): Reels {
  const of = new Map(runIds.map((runId) => [runId, createReel()]))
  const stops = runIds.map(followRun)
  const reading = new Set<string>()
  let closed = false
  let isRead = false

  /** Reads what is new, page by page. Each page is folded once as it comes, so that no jump has to fold it all. */
  async function readOn(runId: string, reel: Reel): Promise<void> {
    if (reading.has(runId)) return
    reading.add(runId)
    for (let more = true; more && !closed; ) {
      const page = await readPage(runId, reel.count - 1)
      reel.add(page.events)
      if (!isRead) reel.viewAt(reel.count, Number.NEGATIVE_INFINITY)
      more = page.more
    }
    reading.delete(runId)
  }

  const unsubscribe = useRuns.subscribe(({ live }) => {
    if (!isRead) return
    for (const [runId, reel] of of) {
      if ((live[runId]?.lastSeq ?? -1) < reel.count) continue
      void readOn(runId, reel).then(
        () => !closed && listener.grown(),
        // The next event of the run makes it good.
        () => reading.delete(runId),
      )
    }
  })
  Promise.all([...of].map(([runId, reel]) => readOn(runId, reel))).then(
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
          const reel = of.get(runId)
          return reel === undefined ? [] : [[runId, reel.viewAt(count, ms)]]
        }),
      ),
    close: () => {
      closed = true
      unsubscribe()
      for (const stop of stops) stop()
    },
  }
}

/** A run of more spans than this is played back without its long texts; they are read where one looks. */
const longRun = 10_000
const pageOf = 1000

async function readPage(runId: string, afterSeq: number) {
  const { live } = useRuns.getState()
  const isLong = useLoading.getState()[runId] !== undefined || (live[runId]?.spans.length ?? 0) > longRun
  return isLong ? ask('run-page', { runId, afterSeq, most: pageOf }) : ask('run-events', { runId, afterSeq })
}

const lastMs = (reel: Reel) => reel.msOf(reel.count)

/** Where the axis ends: with the run that goes furthest on it. */
export function endOf(reels: Reels, maps: Maps): number {
  return Math.max(0, ...[...reels.of].map(([runId, reel]) => toAxis(maps[runId] ?? ownTime, lastMs(reel))))
}

/** A run at a moment of its own, ms; none of them is after its last event. */
export function momentOf(reels: Reels | null, runId: string, wanted: number): RunMoment {
  const reel = reels?.of.get(runId)
  if (reel === undefined) return { count: 0, ms: 0 }
  const ms = Math.min(wanted, lastMs(reel))
  return { count: reel.countAt(ms), ms }
}

interface Place {
  readonly maps: Maps
  readonly moments: Moments
  readonly at: number
}

/**
 * One event on, or one back. Events of one moment are stepped over one by one, so counts are what is stepped.
 * Null where there is none.
 */
export function stepFrom(reels: Reels, { maps, moments, at }: Place, by: 1 | -1): Omit<Place, 'maps'> | null {
  const placeOf = (runId: string, count: number) =>
    toAxis(maps[runId] ?? ownTime, reels.of.get(runId)?.msOf(count) ?? 0)
  const steps = [...reels.of].flatMap(([runId, reel]) => {
    const count = moments[runId]?.count ?? 0
    const possible = by === 1 ? count < reel.count : count > 0
    return possible ? [{ runId, count: count + by, place: placeOf(runId, by === 1 ? count + 1 : count) }] : []
  })
  const [first] = steps.sort((a, b) => by * (a.place - b.place))
  if (first === undefined) return null
  const counts = Object.entries(moments).map(
    ([runId, { count }]) => [runId, runId === first.runId ? first.count : count] as const,
  )
  const to =
    by === 1 ? Math.max(at, first.place) : Math.max(0, ...counts.map(([runId, count]) => placeOf(runId, count)))
  const next = counts.map(([runId, count]) => [runId, { count, ms: reels.of.get(runId)?.msOf(count) ?? 0 }] as const)
  return { at: to, moments: Object.fromEntries(next) }
}

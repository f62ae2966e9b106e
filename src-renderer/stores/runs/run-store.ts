import { useEffect } from 'react'
import { create } from 'zustand'
import type { RunOpening } from '../../../src-shared/opening/opening.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { RunItem } from '../../../src-shared/run/event.ts'
import { emptyRunView, foldInterruption, foldItems, viewFrom } from '../../../src-shared/run/view/fold.ts'
import type { RunView, Span } from '../../../src-shared/run/view/run-view.ts'
import { follow } from '../../host/host.ts'
import { useWorkbench } from '../session/workbench-store.ts'
import { continueLoading, openAtEnd, pauseLoading, stopLoading, storeForWhole } from './run-loading.ts'

/**
 * The runs that the window shows, each folded from its event stream.
 *
 * 1. A run is followed while any component uses it. Its view is kept for some time afterwards and can be continued from
 *    its last event.
 * 2. Views change at most once a frame, however much is streamed. A hidden window gets no frames, so a timer takes over
 *    and the queue of unfolded events stays small (T29).
 * 3. `live` contains each run's current view. `views` contains what the window shows: the same, except for a run that
 *    is played back, whose view is the one at the playback position (`showMoments`). Views read `views`; only what
 *    draws the whole run regardless of the position, such as the timeline, reads `live`.
 */
interface Runs {
  readonly views: Views
  readonly live: Views
}
interface Views {
  readonly [runId: string]: RunView
}
export const useRuns = create<Runs>(() => ({ views: {}, live: {} }))

/** Views at playback positions that replace the current ones, by run. */
let moments: Views = {}

function setLive(live: Views): void {
  useRuns.setState({ live, views: Object.keys(moments).length === 0 ? live : { ...live, ...moments } })
}

/** Shows these runs at a playback position, and all others in their current state. */
export function showMoments(next: Views): void {
  moments = next
  setLive(useRuns.getState().live)
}

interface Following {
  users: number
  readonly stop: () => void
}
const followed = new Map<string, Following>()
const arrived = new Map<string, RunItem[]>()
/** Runs that are no longer used, oldest first. */
const idle = new Set<string>()
const maxIdle = 12
const maxIdleSpans = 60_000
const maxWaitMs = 250

/** Follows a run until the returned function is called; all users share one stream. */
export function followRun(runId: string): () => void {
  const following = followed.get(runId) ?? begin(runId)
  following.users += 1
  idle.delete(runId)
  let used = true
  return () => {
    if (!used) return
    used = false
    following.users -= 1
    if (following.users === 0) end(runId, following)
  }
}

function begin(runId: string): Following {
  const view = useRuns.getState().live[runId]
  const topic = { kind: 'run', runId, afterSeq: view?.lastSeq ?? -1, fromEnd: true } as const
  const stop = follow(topic, ({ opening, items }) => {
    if (opening !== undefined) openRun(runId, opening)
    arrive(runId, items)
  })
  const following = { users: 0, stop }
  followed.set(runId, following)
  continueLoading(runId, (whole) => takeWhole(runId, whole))
  return following
}

/** A long run: only its end is available until the rest is loaded. */
function openRun(runId: string, opening: RunOpening): void {
  arrived.delete(runId)
  openAtEnd(runId, opening)
  setLive({ ...useRuns.getState().live, [runId]: withStatus(runId, viewFrom(opening.checkpoint)) })
  continueLoading(runId, (whole) => takeWhole(runId, whole))
}

function takeWhole(runId: string, whole: RunView): void {
  // Items waiting for the next frame are included in the whole view.
  arrived.delete(runId)
  setLive({ ...useRuns.getState().live, [runId]: withStatus(runId, whole) })
}

function end(runId: string, following: Following): void {
  following.stop()
  followed.delete(runId)
  pauseLoading(runId)
  idle.add(runId)
  for (const oldest of idle) {
    if (!isTooMuch()) break
    forget(oldest)
  }
}

/** Whether there are too many idle runs, or too many spans in them: long runs use much memory. */
function isTooMuch(): boolean {
  const { live } = useRuns.getState()
  const spans = [...idle].reduce((sum, runId) => sum + (live[runId]?.spans.length ?? 0), 0)
  return idle.size > maxIdle || spans > maxIdleSpans
}

function forget(runId: string): void {
  idle.delete(runId)
  stopLoading(runId)
  const { [runId]: _forgotten, ...live } = useRuns.getState().live
  setLive(live)
}

function arrive(runId: string, items: readonly RunItem[]): void {
  storeForWhole(runId, items)
  const waiting = arrived.get(runId)
  if (waiting === undefined) arrived.set(runId, [...items])
  else for (const item of items) waiting.push(item)
  soon()
}

let cancel: (() => void) | null = null

function soon(): void {
  if (cancel !== null) return
  const frame = requestAnimationFrame(foldArrived)
  const timer = setTimeout(foldArrived, maxWaitMs)
  cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

function foldArrived(): void {
  cancel?.()
  cancel = null
  const live = { ...useRuns.getState().live }
  for (const [runId, items] of arrived) {
    // Items that still arrive for a discarded run are not the start of its log.
    if (!followed.has(runId) && live[runId] === undefined) continue
    live[runId] = withStatus(runId, foldItems(live[runId] ?? emptyRunView(), items))
  }
  arrived.clear()
  setLive(live)
}

/** The log of a run whose process died has no end event. The host's record says that it was interrupted. */
function withStatus(runId: string, view: RunView): RunView {
  const status = runInTree(runId)?.status
  return status === undefined ? view : foldInterruption(view, status === 'interrupted')
}

function runInTree(runId: string): Run | undefined {
  const { tree } = useWorkbench.getState()
  if (tree?.state !== 'ready') return undefined
  // Runs that are followed are near the end.
  const turn = tree.value.turns.findLast(({ runs }) => runs.some((each) => each.id === runId))
  return turn?.runs.find((each) => each.id === runId)
}

useWorkbench.subscribe((state, before) => {
  if (state.tree === before.tree) return
  const { live } = useRuns.getState()
  const changed = Object.entries(live).flatMap(([runId, view]) => {
    const next = withStatus(runId, view)
    return next === view ? [] : [[runId, next] as const]
  })
  if (changed.length > 0) setLive({ ...live, ...Object.fromEntries(changed) })
})

/** Follows a run while the component is mounted. */
function useFollowRun(runId: string | null): void {
  useEffect(() => (runId === null ? undefined : followRun(runId)), [runId])
}

/**
 * The run as it is shown; null until its first events arrive. Rerenders at most once a frame, whenever anything
 * changes.
 */
export function useRunView(runId: string | null): RunView | null {
  useFollowRun(runId)
  return useRuns(({ views }) => (runId === null ? null : (views[runId] ?? null)))
}

/** The current state of the run, also during playback; null until its first events arrive. */
export function useLiveRun(runId: string | null): RunView | null {
  useFollowRun(runId)
  return useRuns(({ live }) => (runId === null ? null : (live[runId] ?? null)))
}

const folds = new WeakMap<RunView['spans'], number>()
let foldCount = 0

/**
 * A key that is equal while the spans of a view are unchanged. `shape` alone only distinguishes the views of one fold;
 * playback uses a fold of its own, and another one after each jump backwards.
 */
export function shapeOf(view: RunView | undefined): string {
  if (view === undefined) return 'none'
  let fold = folds.get(view.spans)
  if (fold === undefined) {
    fold = ++foldCount
    folds.set(view.spans, fold)
  }
  return `${fold}.${view.shape}`
}

/** Like `useRunView`, but rerenders only when spans start, end or change state, not for streamed text. */
export function useRunOutline(runId: string | null): RunView | null {
  useFollowRun(runId)
  useRuns(({ views }) => (runId === null ? '' : shapeOf(views[runId])))
  return runId === null ? null : (useRuns.getState().views[runId] ?? null)
}

/** One span of a run that is followed elsewhere; rerenders only when this span changes. */
export function useSpan(runId: string, path: string): Span | null {
  return useRuns(({ views }) => spanIn(views[runId], path))
}

export function spanIn(view: RunView | null | undefined, path: string): Span | null {
  const index = view?.at.get(path)
  return index === undefined ? null : (view?.spans[index] ?? null)
}

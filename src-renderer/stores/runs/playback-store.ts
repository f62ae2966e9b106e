import { create } from 'zustand'
import type { Failure } from '../../../src-shared/base/failure.ts'
import { foldedTime, idleGaps } from '../../run/idle-gaps.ts'
import { ownTime, type TimeMap, toAxis, toRun } from '../../run/time-map.ts'
import { endOf, momentOf, openTapes, type PlaybackTapes, stepFrom } from './playback-tapes.ts'
import type { RunMoment } from './run-moment.ts'
import { showMoments, useRuns } from './run-store.ts'

/**
 * Playback of one run, or of several runs in sync.
 *
 * 1. All views show the position, because it is applied where they read a run's view (`showMoments`). Leaving playback
 *    removes it, and views show the present again.
 * 2. The position is on an axis that all the runs share; each run's time map converts it to run time. The axis of a
 *    single run has its idle gaps folded.
 * 3. An active run keeps growing during playback. When playback reaches its present, playback ends.
 */
export const speeds = [1, 2, 5, 10, 20, 50] as const
export type Speed = (typeof speeds)[number]

interface Playback {
  /** Empty if nothing is played back. */
  readonly runIds: readonly string[]
  readonly reading: boolean
  readonly failure: Failure | null
  readonly playing: boolean
  readonly speed: Speed
  /** ms of the axis. */
  readonly at: number
  readonly end: number
  readonly maps: { readonly [runId: string]: TimeMap }
  readonly moments: { readonly [runId: string]: RunMoment }
}
const nothing = { runIds: [], reading: false, failure: null, playing: false, at: 0, end: 0, maps: {}, moments: {} }

export const usePlayback = create<Playback>(() => ({ ...nothing, speed: 1 }))
const { getState, setState } = usePlayback

let tapes: PlaybackTapes | null = null
/** The position to go to, and whether to play, once the logs are loaded. */
let pending: Pick<PlaybackStart, 'play' | 'at'> = { play: false, at: 0 }
let frame = 0
let lastFrame = 0
/** A longer frame advances playback by no more than this, ms. */
const maxFrame = 100

interface PlaybackStart {
  readonly play: boolean
  /** Start position, ms of the axis; Infinity is the end. */
  readonly at: number
  /** For runs side by side; a single run has its own axis. */
  readonly maps?: { readonly [runId: string]: TimeMap }
}

/** Starts playback of runs, or continues it if they are already being played back. */
export function playBack(runIds: readonly string[], { play, at, maps }: PlaybackStart): void {
  if (runIds.join() === getState().runIds.join()) {
    seek(at)
    if (play) startPlaying()
    return
  }
  leavePlayback()
  setState({ ...nothing, runIds, reading: true, maps: maps ?? Object.fromEntries(runIds.map((id) => [id, ownTime])) })
  pending = { play, at }
  const opened = openTapes(runIds, {
    read: () => {
      if (maps === undefined) foldGaps()
      setState({ reading: false })
      seek(pending.at)
      if (pending.play) startPlaying()
    },
    grown: () => {
      if (maps === undefined) foldGaps()
      setState({ end: endOf(opened, getState().maps) })
    },
    failed: (failure) => setState({ reading: false, failure }),
  })
  tapes = opened
}

export function leavePlayback(): void {
  pause()
  tapes?.close()
  tapes = null
  if (getState().runIds.length === 0) return
  setState(nothing)
  showMoments({})
}

/** The axis of a single run, with its idle gaps folded. */
function foldGaps(): void {
  const [runId] = getState().runIds
  const view = runId === undefined ? undefined : useRuns.getState().live[runId]
  if (runId !== undefined && view !== undefined) setState({ maps: { [runId]: foldedTime(idleGaps(view)) } })
}

/** Changes the axis; the first run stays at its position. */
export function changeAxis(maps: Playback['maps']): void {
  const { runIds, moments, reading } = getState()
  const [first] = runIds
  if (first === undefined) return
  setState({ maps })
  // Until the logs are loaded, the requested position and play state are kept.
  if (reading) return
  seek(toAxis(maps[first] ?? ownTime, moments[first]?.ms ?? 0))
}

/** @param at ms of the axis; clamped to its start and end */
export function seek(at: number): void {
  if (tapes === null) return
  if (getState().reading) {
    pending = { play: false, at }
    return
  }
  const { runIds, maps } = getState()
  const end = endOf(tapes, maps)
  const position = Math.min(Math.max(0, at), end)
  // At the end the position is exact, despite rounding errors of the conversions.
  const ms = (runId: string) => (position >= end ? Number.POSITIVE_INFINITY : toRun(maps[runId] ?? ownTime, position))
  show(position, Object.fromEntries(runIds.map((runId) => [runId, momentOf(tapes, runId, ms(runId))])))
}

/** Goes to the next event of any of the runs, or back to before the last one. */
export function step(by: 1 | -1): void {
  pause()
  if (tapes === null || getState().reading) return
  const { maps, moments, at } = getState()
  const next = stepFrom(tapes, { maps, moments, at }, by)
  if (next !== null) show(next.at, next.moments)
}

function show(at: number, moments: Playback['moments']): void {
  if (tapes === null) return
  setState({ at, moments, end: endOf(tapes, getState().maps) })
  showMoments(tapes.viewsAt(moments))
}

export function startPlaying(): void {
  const { runIds, at, end, playing, reading } = getState()
  if (runIds.length === 0 || playing) return
  if (reading) {
    pending = { ...pending, play: true }
    return
  }
  if (at >= end) seek(0)
  setState({ playing: true })
  lastFrame = performance.now()
  frame = requestAnimationFrame(advance)
}

export function pause(): void {
  cancelAnimationFrame(frame)
  if (getState().playing) setState({ playing: false })
}

export function setSpeed(speed: Speed): void {
  setState({ speed })
}

function advance(now: number): void {
  const { at, speed, end } = getState()
  const passedMs = Math.min(maxFrame, Math.max(0, now - lastFrame))
  lastFrame = now
  seek(at + passedMs * speed)
  if (getState().at < end) frame = requestAnimationFrame(advance)
  else if (isAnyUnderWay()) leavePlayback()
  else pause()
}

function isAnyUnderWay(): boolean {
  const { live } = useRuns.getState()
  return getState().runIds.some((runId) => {
    const status = live[runId]?.status
    return status === 'running' || status === 'waiting'
  })
}

/** Whether playback determines what is shown of this run. */
export function useIsPlayedBack(runId: string | null): boolean {
  return usePlayback(({ runIds }) => runId !== null && runIds.includes(runId))
}

import { create } from 'zustand'
import type { Failure } from '../../../src-shared/base/failure.ts'
import { foldedTime, idleGaps } from '../../run/idle-gaps.ts'
import { ownTime, type TimeMap, toAxis, toRun } from '../../run/time-map.ts'
import { endOf, momentOf, openTapes, type PlaybackTapes, stepFrom } from './playback-tapes.ts'
import type { RunMoment } from './run-moment.ts'
import { showMoments, useRuns } from './run-store.ts'

/**
 * Looking at a moment that was: one run, or several side by side with their playheads together.
 *
 * 1. All views show the moment, since it is fed to them where they read a run's view (`showMoments`). Leaving
 *    takes it away, and they show the present again.
 * 2. The place is one of an axis that all the runs share; each run's map says which of its moments that is. The
 *    axis of a single run has its idle gaps folded.
 * 3. A run under way grows while it is played back; where playing comes to its present, playback is left.
 */
export const speeds = [1, 2, 5, 10, 20, 50] as const
export type Speed = (typeof speeds)[number]

interface Playback {
  /** Empty where nothing is played back. */
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
/** Where to go, and whether to play, once the logs are read. */
let wished: Pick<Wish, 'play' | 'at'> = { play: false, at: 0 }
let frame = 0
let lastFrame = 0
/** A frame that took longer did not play more than this, ms. */
const maxFrame = 100

interface Wish {
  readonly play: boolean
  /** Where to begin, ms of the axis; Infinity is the end. */
  readonly at: number
  /** Of runs side by side; a single run has its own. */
  readonly maps?: { readonly [runId: string]: TimeMap }
}

/** Begins to play runs back, or goes on where they are played back already. */
export function playBack(runIds: readonly string[], { play, at, maps }: Wish): void {
  if (runIds.join() === getState().runIds.join()) {
    seek(at)
    if (play) startPlaying()
    return
  }
  leavePlayback()
  setState({ ...nothing, runIds, reading: true, maps: maps ?? Object.fromEntries(runIds.map((id) => [id, ownTime])) })
  wished = { play, at }
  const opened = openTapes(runIds, {
    read: () => {
      if (maps === undefined) foldGaps()
      setState({ reading: false })
      seek(wished.at)
      if (wished.play) startPlaying()
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

/** The axis of a single run, without its idle gaps. */
function foldGaps(): void {
  const [runId] = getState().runIds
  const view = runId === undefined ? undefined : useRuns.getState().live[runId]
  if (runId !== undefined && view !== undefined) setState({ maps: { [runId]: foldedTime(idleGaps(view)) } })
}

/** Lays the runs out on another axis; the first one stays at its moment. */
export function changeAxis(maps: Playback['maps']): void {
  const { runIds, moments, reading } = getState()
  const [first] = runIds
  if (first === undefined) return
  setState({ maps })
  // Until the logs are read, what was wished stays: where to begin, and to play.
  if (reading) return
  seek(toAxis(maps[first] ?? ownTime, moments[first]?.ms ?? 0))
}

/** @param at ms of the axis; before its start and after its end are these */
export function seek(at: number): void {
  if (tapes === null) return
  if (getState().reading) {
    wished = { play: false, at }
    return
  }
  const { runIds, maps } = getState()
  const end = endOf(tapes, maps)
  const place = Math.min(Math.max(0, at), end)
  // The end is the end, whatever rounding makes of the way there and back.
  const ms = (runId: string) => (place >= end ? Number.POSITIVE_INFINITY : toRun(maps[runId] ?? ownTime, place))
  show(place, Object.fromEntries(runIds.map((runId) => [runId, momentOf(tapes, runId, ms(runId))])))
}

/** To the next event of any of the runs, or back before the last one. */
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
    wished = { ...wished, play: true }
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
  const gone = Math.min(maxFrame, Math.max(0, now - lastFrame))
  lastFrame = now
  seek(at + gone * speed)
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

/** Whether this run is shown at a moment that was. */
export function useIsPlayedBack(runId: string | null): boolean {
  return usePlayback(({ runIds }) => runId !== null && runIds.includes(runId))
}

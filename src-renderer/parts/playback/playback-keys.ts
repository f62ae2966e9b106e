import type { KeyboardEvent } from 'react'
import {
  leavePlayback,
  pause,
  playBack,
  seek,
  startPlaying,
  step,
  usePlayback,
} from '../../stores/runs/playback-store.ts'

/** Handles playback keys while the timeline has the focus. Returns whether the key was one of them. */
export function handlePlaybackKey(event: KeyboardEvent, runIds: readonly string[], begin = playBack): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return false
  const { runIds: now, playing } = usePlayback.getState()
  const played = now.join() === runIds.join()
  const acts: { readonly [key: string]: (() => void) | undefined } = {
    ' ': isButton(event.target)
      ? undefined
      : () => (played && playing ? pause() : played ? startPlaying() : begin(runIds, { play: true, at: 0 })),
    ',': () => (played ? step(-1) : begin(runIds, { play: false, at: Number.POSITIVE_INFINITY })),
    '.': played ? () => step(1) : undefined,
    Home: () => begin(runIds, { play: false, at: 0 }),
    End: played ? () => seek(Number.POSITIVE_INFINITY) : undefined,
    Escape: played ? leavePlayback : undefined,
  }
  const act = acts[event.key]
  if (act === undefined) return false
  event.preventDefault()
  // The window's shortcuts (Escape stops a run) must not handle this key as well.
  event.stopPropagation()
  act()
  return true
}

function typesText(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="range"]), textarea, select, [role="combobox"]')
  )
}

const isButton = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('button, a, [role^="menuitem"]') !== null

import { useEffect, useMemo, useRef } from 'react'
import { type Command, isOverlayOpen, useCommands } from '../../commands/command-store.ts'
import { leavePlayback, pause, seek, step } from '../../stores/runs/playback-store.ts'

interface Actions {
  readonly played: boolean
  readonly playing: boolean
  readonly play: () => void
  readonly back: () => void
}

/** Registers playback commands for the palette, and during playback for keys anywhere in the window. */
export function usePlaybackCommands(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const commands = useMemo((): Command[] => {
    const played = () => latest.current.played
    const offer = (id: string, title: string, run: () => void, enabled: () => boolean, keys?: string): Command => ({
      id: `playback-${id}`,
      title,
      group: 'Timeline',
      words: 'playback replay scrub moment time',
      run,
      enabled,
      keys,
    })
    return [
      offer(
        'play',
        'Play the run back',
        () => latest.current.play(),
        () => !latest.current.playing,
      ),
      offer('pause', 'Pause playback', pause, () => played() && latest.current.playing),
      offer('forward', 'Step one event forward', () => step(1), played, '.'),
      offer('back', 'Step one event back', () => latest.current.back(), played, ','),
      offer('start', 'Go to the start of the run', () => seek(0), played),
      offer('end', 'Go to the end of the run', () => seek(Number.POSITIVE_INFINITY), played),
      {
        ...offer('leave', 'Leave playback', leavePlayback, () => played() && !isOverlayOpen(), 'Escape'),
        whileTyping: true,
      },
    ]
  }, [])
  useCommands(commands)
}

import { useEffect, useMemo, useRef } from 'react'
import { type Command, useCommands } from '../../../commands/command-store.ts'

export interface TimelineActions {
  readonly step: (by: 1 | -1) => void
  readonly find: () => void
  readonly fit: () => void
  readonly follow: () => void
  readonly list: () => void
  readonly live: boolean
}

/** What the timeline offers to the palette, and by key anywhere in the window. */
export function useTimelineCommands(actions: TimelineActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const commands = useMemo((): Command[] => {
    const offer = (id: string, title: string, run: () => void, keys?: string): Command => ({
      id: `timeline-${id}`,
      title,
      group: 'Timeline',
      keys,
      run,
    })
    return [
      offer('previous', 'Select the previous span', () => latest.current.step(-1), '['),
      offer('next', 'Select the next span', () => latest.current.step(1), ']'),
      offer('find', 'Find in the timeline', () => latest.current.find(), '/'),
      offer('fit', 'Show all of the run', () => latest.current.fit()),
      { ...offer('follow', 'Follow the run', () => latest.current.follow()), enabled: () => latest.current.live },
      offer('list', 'Show the timeline as a list or as a picture', () => latest.current.list()),
    ]
  }, [])
  useCommands(commands)
}

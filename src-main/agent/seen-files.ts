import type { SeenFile } from '../../src-shared/model/tool.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { copyName, copyPath } from './in-copy.ts'

/**
 * The files that a run's calls saw or wrote, the latest of a file last, read from its log. So tools know after a resume
 * or a fork what they knew before; a file that was changed since has another hash, and must be read again (T32).
 *
 * 1. Work in a copy and work outside are separate: the files differ.
 * 2. A call without an end saw nothing.
 *
 * @param copy its name (`copyName`); null for the run's own workspace
 */
export function seenFiles(events: readonly StoredEvent[], copy: string | null): SeenFile[] {
  const copyOf = copies(events)
  return events.flatMap((event) => {
    if (event.type === 'run-start') return copy === null ? [...(event.forkedFrom?.seen ?? [])] : []
    return event.type === 'tool-end' && copyOf(event.path) === copy ? [...(event.seen ?? [])] : []
  })
}

/** What the model at a step had seen: of a tool call its own result too, if that stays as it was. */
export function seenAt(events: readonly StoredEvent[], path: string, isEdited: boolean): SeenFile[] {
  const at = events.findLast((event) => 'path' in event && event.path === path && event.type.endsWith('-start'))
  const own = events.findLast((event) => event.type === 'tool-end' && event.path === path)
  const end = isEdited ? at?.seq : (own?.seq ?? at?.seq)
  return seenFiles(
    events.filter((event) => end === undefined || event.seq <= end),
    copies(events)(path),
  )
}

/** Returns the name of the innermost copy that contains `path`, or null. */
export function copies(events: readonly StoredEvent[]): (path: string) => string | null {
  const all = events.flatMap((event) => {
    if (event.type !== 'phase-start' || !event.copy) return []
    const { path, copy } = event
    return [{ within: `${copyPath(path, copy.attempt)}.`, name: copyName(path, copy.attempt) }]
  })
  const inward = all.sort((a, b) => b.within.length - a.within.length)
  return (path) => inward.find(({ within }) => path.startsWith(within))?.name ?? null
}

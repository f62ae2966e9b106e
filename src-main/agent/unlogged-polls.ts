import type { StoredEvent } from '../../src-shared/run/event.ts'
import { copiedEvents } from './fork/copied-events.ts'
import { type Journal, readJournal } from './journal.ts'

/** What is known about inbox polls that are not in the log. */
export interface UnloggedPolls {
  /** Whether it was made before this process, and so took nothing. */
  wasMade(path: string): boolean
  /** Whether it is one of this run's steps; else the run that this one continues from made it. */
  counts(path: string): boolean
}

/** @param journal of all `events` */
export function unloggedPolls(events: readonly StoredEvent[], journal: Journal): UnloggedPolls {
  const isCopied = passedIn(readJournal(copiedEvents(events)))
  return { wasMade: passedIn(journal), counts: (path) => !isCopied(path) }
}

/**
 * Whatever depends on the answer of a poll comes after it: a later step of the same routine, or the end of the group
 * that the routine belongs to. If the log has neither, nothing depends on the answer, and the poll can be made now.
 */
function passedIn(journal: Journal): (path: string) => boolean {
  const last = new Map<string, number>()
  for (const path of journal.keys()) {
    const { routine, index } = placeOf(path)
    if (index > (last.get(routine) ?? -1)) last.set(routine, index)
  }
  return (path) => {
    const { routine, index } = placeOf(path)
    return index < (last.get(routine) ?? -1) || (journal.get(groupOf(routine))?.outcome ?? null) !== null
  }
}

/**
 * `2.0/1.3` is step 3 of the routine `2.0/1`. A question or a hook inside a tool call (`2.0.ask`) is no step: its index is NaN.
 */
function placeOf(path: string): { readonly routine: string; readonly index: number } {
  const dot = path.lastIndexOf('.')
  return { routine: path.slice(0, Math.max(dot, 0)), index: Number(path.slice(dot + 1)) }
}

/** The path of the group that a routine is the body of, a branch of, or an attempt at in a copy (in-copy.ts). */
const groupOf = (routine: string): string => routine.replace(/(\/\d+|\.anew\d+)$/, '')

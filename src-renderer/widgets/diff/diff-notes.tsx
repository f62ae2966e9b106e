import { Plus } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { DiffRow } from './diff-rows.ts'

/** What can be noted on the lines of a diff. */
export interface DiffNotes {
  /** Begins a note on a line. @param extend the one that is being written shall reach to this line */
  readonly add: (row: DiffRow, extend: boolean) => void
  /** What stands under a line; null: nothing. */
  readonly under: (row: DiffRow) => ReactNode
  /** Whether a note is about this line. */
  readonly covers: (row: DiffRow) => boolean
}

const said = { added: 'added', removed: 'removed', context: '' } as const

/** In the gutter of a line: begins a note on it. */
export function AddNote({ row, notes }: { readonly row: DiffRow; readonly notes: DiffNotes }) {
  if (row.kind === 'hunk' || row.kind === 'note') return null
  const line = row.new ?? row.old
  return (
    <button
      type="button"
      // The arrow keys lead to it from the diff: a stop for each line would be too many.
      tabIndex={-1}
      className="diff-add"
      aria-label={`Comment on ${said[row.kind]} line ${line}: ${row.text.trim()}`.replace('  ', ' ')}
      title="Comment on this line. Shift: up to this line"
      onClick={(event) => notes.add(row, event.shiftKey)}
    >
      <Plus size={12} aria-hidden="true" />
    </button>
  )
}

/** The arrow keys go from line to line; Enter there begins a note, with Shift it reaches to that line. */
export function moveAmongLines(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.target instanceof HTMLElement && event.target.matches('textarea, input')) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.diff-add')]
  const at = lines.findIndex((each) => each.matches(':focus'))
  const next = lines[at === -1 ? 0 : Math.min(lines.length - 1, Math.max(0, at + step))]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

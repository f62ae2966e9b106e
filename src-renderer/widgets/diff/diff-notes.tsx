import { Plus } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { DiffRow } from './diff-rows.ts'

/** Callbacks for comments on the lines of a diff. */
export interface DiffNotes {
  /** Adds a comment on a line. @param extend extends the comment being written to this line instead */
  readonly add: (row: DiffRow, extend: boolean) => void
  /** Returns what is shown below a line; null for nothing. */
  readonly under: (row: DiffRow) => ReactNode
  /** Whether a comment covers this line. */
  readonly covers: (row: DiffRow) => boolean
}

const spoken = { added: 'added', removed: 'removed', context: '' } as const

/** The button in the gutter of a line that adds a comment. */
export function AddNote({ row, notes }: { readonly row: DiffRow; readonly notes: DiffNotes }) {
  if (row.kind === 'hunk' || row.kind === 'note') return null
  const line = row.new ?? row.old
  return (
    <button
      type="button"
      // Reached with the arrow keys: a tab stop for each line would be too many.
      tabIndex={-1}
      className="diff-add"
      aria-label={`Comment on ${spoken[row.kind]} line ${line}: ${row.text.trim()}`.replace('  ', ' ')}
      title="Comment on this line. Shift: up to this line"
      onClick={(event) => notes.add(row, event.shiftKey)}
    >
      <Plus size={12} aria-hidden="true" />
    </button>
  )
}

/**
 * The arrow keys move between lines; Enter adds a comment there, and with Shift extends the one being written to that
 * line.
 */
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

import { useMemo, useState } from 'react'
import { type ChangedWords, changedWords } from './changed-words.ts'
import { DiffLines } from './diff-lines.tsx'
import { type DiffNotes, moveAmongLines } from './diff-notes.tsx'
import { type DiffRow, diffRows, sideOf } from './diff-rows.ts'
import { LongDiff } from './long-diff.tsx'
import { SideDiffLines } from './side-diff.tsx'
import './diff.css'
import type { CodeLine } from '../../workers/highlighter.ts'
import { languageOfPath } from '../code/languages.ts'
import { useHighlight } from '../code/use-highlight.ts'

interface Props {
  readonly path: string
  /** Unified diff of one file. */
  readonly patch: string
  /** Number of rows shown before "Show all". */
  readonly limit?: number
  /** Before and after in two columns. */
  readonly sides?: boolean
  /** Wraps long lines: for prose. */
  readonly wrap?: boolean
  /** Handlers for comments on its lines; if undefined, lines can't have comments. */
  readonly notes?: DiffNotes | undefined
}
/** Longer diffs are virtualized. */
const maxDrawn = 600

/** A unified diff with line numbers and signs; long ones are truncated. */
export function DiffView({ path, patch, limit = 40, sides = false, wrap = false, notes }: Props) {
  const rows = useMemo(() => diffRows(patch), [patch])
  const [whole, setWhole] = useState(false)
  const bounded = !whole && rows.length > limit + 8
  const shown = bounded ? rows.slice(0, limit) : rows
  const tokens = useDiffTokens(path, shown)
  const words = useMemo(() => changedWords(rows), [rows])
  const digits = String(rows.reduce((most, row) => Math.max(most, row.old ?? 0, row.new ?? 0), 0)).length
  return (
    <div className={`diff digits-${digits}${wrap ? ' diff-wrap' : ''}`}>
      <Lines rows={shown} tokens={tokens} notes={notes} sides={sides} words={words} />
      {(bounded || whole) && (
        <button type="button" className="code-more" onClick={() => setWhole(!whole)}>
          {bounded ? `Show all ${rows.length} lines` : 'Show fewer lines'}
        </button>
      )}
    </div>
  )
}

interface LinesProps {
  readonly rows: readonly DiffRow[]
  readonly tokens: readonly (CodeLine | undefined)[]
  readonly notes: DiffNotes | undefined
  readonly sides: boolean
  readonly words: ChangedWords
}

function Lines({ rows, tokens, notes, sides, words }: LinesProps) {
  if (rows.length > maxDrawn) return <LongDiff rows={rows} tokens={tokens} notes={notes} words={words} />
  if (sides) return <SideDiffLines rows={rows} tokens={tokens} notes={notes} words={words} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys lead to the buttons of its lines.
    <div className="diff-scroll" tabIndex={0} onKeyDown={notes && moveAmongLines}>
      <div className="diff-body">
        <DiffLines rows={rows} tokens={tokens} from={0} notes={notes} words={words} />
      </div>
    </div>
  )
}

/**
 * The colors of each row. Each side is highlighted as a whole, so that a string that starts on an earlier line stays
 * one.
 */
function useDiffTokens(path: string, rows: readonly DiffRow[]): readonly (CodeLine | undefined)[] {
  const language = languageOfPath(path)
  const before = useMemo(() => sideOf(rows, 'old'), [rows])
  const after = useMemo(() => sideOf(rows, 'new'), [rows])
  const old = useHighlight(before.text, language, false)
  const fresh = useHighlight(after.text, language, false)
  return useMemo(
    () =>
      rows.map((row, index) =>
        row.kind === 'removed' ? old?.[before.lineOf[index] ?? -1] : fresh?.[after.lineOf[index] ?? -1],
      ),
    [rows, old, fresh, before, after],
  )
}

import { hasHidden, revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { CodeLine } from '../../workers/highlighter.ts'
import { CodeLineText } from '../code/code-lines.tsx'
import type { ChangedWords } from './changed-words.ts'
import { AddNote, type DiffNotes, moveAmongLines } from './diff-notes.tsx'
import type { DiffRow } from './diff-rows.ts'
import { type SideRow, sideRows } from './side-rows.ts'

interface Props {
  readonly rows: readonly DiffRow[]
  readonly tokens: readonly (CodeLine | undefined)[]
  readonly notes: DiffNotes | undefined
  readonly words: ChangedWords
}

/**
 * A diff in two columns, before and after. Long lines wrap, because columns that scroll sideways are hard to compare.
 */
export function SideDiffLines({ rows, tokens, notes, words }: Props) {
  const tokensOf = new Map(rows.map((row, at) => [row, tokens[at]]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys lead to the buttons of its lines.
    <div className="diff-sides" tabIndex={0} onKeyDown={notes && moveAmongLines}>
      {sideRows(rows).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity.
        <Row key={at} row={row} tokensOf={tokensOf} notes={notes} words={words} />
      ))}
    </div>
  )
}

interface RowProps {
  readonly row: SideRow
  readonly tokensOf: ReadonlyMap<DiffRow, CodeLine | undefined>
  readonly notes: DiffNotes | undefined
  readonly words: ChangedWords
}

function Row({ row: { kind, left, right }, tokensOf, notes, words }: RowProps) {
  if (kind === 'gap') return <div className="diff-line hunk">{right?.text}</div>
  const under = [kind === 'differs' && left !== null ? notes?.under(left) : null, right && notes?.under(right)]
  return (
    <>
      <div className="diff-pair">
        <Cell side="old" row={left} tokensOf={tokensOf} notes={kind === 'differs' ? notes : undefined} words={words} />
        <Cell side="new" row={right} tokensOf={tokensOf} notes={notes} words={words} />
      </div>
      {under}
    </>
  )
}

interface CellProps extends Omit<RowProps, 'row'> {
  readonly side: 'old' | 'new'
  readonly row: DiffRow | null
}

const signs = { added: '+', removed: '−' } as const

function Cell({ side, row, tokensOf, notes, words }: CellProps) {
  if (row === null) return <div className="diff-cell blank" aria-hidden="true" />
  const changed = row.kind === 'added' || row.kind === 'removed' ? row.kind : null
  const covered = notes?.covers(row) === true
  return (
    <div className={`diff-cell ${row.kind}${covered ? ' noted' : ''}`}>
      {notes !== undefined && <AddNote row={row} notes={notes} />}
      <span className="diff-number" aria-hidden="true">
        {row[side] ?? ''}
      </span>
      <span className="diff-sign" aria-hidden="true">
        {changed === null ? '' : signs[changed]}
      </span>
      {changed !== null && <span className="unseen">{changed}: </span>}
      <code>
        {hasHidden(row.text) ? (
          revealHidden(row.text)
        ) : (
          <CodeLineText text={row.text} tokens={tokensOf.get(row)} marked={words(row)} />
        )}
      </code>
    </div>
  )
}

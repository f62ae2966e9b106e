import { hasHidden, revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { CodeLine } from '../../workers/highlighter.ts'
import { CodeLineText } from '../code/code-lines.tsx'
import type { ChangedWords } from './changed-words.ts'
import { AddNote, type DiffNotes } from './diff-notes.tsx'
import type { DiffRow } from './diff-rows.ts'

interface Props {
  readonly rows: readonly DiffRow[]
  readonly tokens: readonly (CodeLine | undefined)[]
  /** Index of the first of `rows` in the whole diff. */
  readonly from: number
  readonly notes?: DiffNotes | undefined
  readonly words: ChangedWords
}

/** Unified rows. Signs repeat what the colors say; hidden characters are made visible (T24). */
export function DiffLines({ rows, tokens, from, notes, words }: Props) {
  return rows.map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row's place in the diff is its identity.
    <CommentedLine key={from + index} row={row} tokens={tokens[from + index]} notes={notes} words={words} />
  ))
}

interface LineProps {
  readonly row: DiffRow
  readonly tokens: CodeLine | undefined
  readonly notes?: DiffNotes | undefined
  readonly words: ChangedWords
}

/** A line, and below it the comments on it. */
export function CommentedLine({ row, tokens, notes, words }: LineProps) {
  return (
    <>
      <DiffLine row={row} tokens={tokens} notes={notes} words={words} />
      {notes?.under(row)}
    </>
  )
}

const signs = { added: '+', removed: '−', context: '', note: '', hunk: '' } as const
const spoken = { added: 'added: ', removed: 'removed: ', context: '', note: '', hunk: '' } as const

function DiffLine({ row, tokens, notes, words }: LineProps) {
  if (row.kind === 'hunk') return <div className="diff-line hunk">{row.text}</div>
  return (
    <div className={`diff-line ${row.kind}${notes?.covers(row) === true ? ' noted' : ''}`}>
      {notes !== undefined && <AddNote row={row} notes={notes} />}
      <span className="diff-number" aria-hidden="true">
        {row.old ?? ''}
      </span>
      <span className="diff-number" aria-hidden="true">
        {row.new ?? ''}
      </span>
      <span className="diff-sign" aria-hidden="true">
        {signs[row.kind]}
      </span>
      {spoken[row.kind] !== '' && <span className="unseen">{spoken[row.kind]}</span>}
      <code>
        {hasHidden(row.text) ? (
          revealHidden(row.text)
        ) : (
          <CodeLineText text={row.text} tokens={tokens} marked={words(row)} />
        )}
      </code>
    </div>
  )
}

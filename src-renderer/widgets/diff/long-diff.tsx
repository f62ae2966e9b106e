import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { CodeLine } from '../../workers/highlighter.ts'
import type { ChangedWords } from './changed-words.ts'
import { CommentedLine } from './diff-lines.tsx'
import { type DiffNotes, moveAmongLines } from './diff-notes.tsx'
import type { DiffRow } from './diff-rows.ts'

/** Height of a line in px; must match `.diff-line` in diff.css. */
const lineHeight = 19

interface Props {
  readonly rows: readonly DiffRow[]
  readonly tokens: readonly (CodeLine | undefined)[]
  readonly notes?: DiffNotes | undefined
  readonly words: ChangedWords
}

/** A diff of thousands of lines in a scroll area that draws only the visible ones. */
export function LongDiff({ rows, tokens, notes, words }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  })
  const items = list.getVirtualItems()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys lead to the buttons of its lines.
    <div className="diff-scroll long" ref={scroll} tabIndex={0} onKeyDown={notes && moveAmongLines}>
      <div className="diff-body" style={{ height: list.getTotalSize() }}>
        <div style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <div key={index} ref={list.measureElement} data-index={index}>
                  <CommentedLine row={row} tokens={tokens[index]} notes={notes} words={words} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

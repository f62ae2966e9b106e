import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { hasHidden, revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { CodeLineText } from '../../widgets/code/code-lines.tsx'
import { languageOfPath } from '../../widgets/code/languages.ts'
import { useHighlight } from '../../widgets/code/use-highlight.ts'
import { cx } from '../../widgets/cx.ts'
import type { CodeLine } from '../../workers/highlighter.ts'

/** Height of a line, px; must match `.diff-line` in diff.css. */
const lineHeight = 19

/** A line to scroll to. @property visit changes when the same line is requested again */
export interface ScrollTarget {
  readonly line: number
  readonly visit: string
}

interface Props {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly aim: ScrollTarget | null
  /** The text to highlight, in lower case; empty for none. */
  readonly wanted: string
  readonly onLine: (line: number) => void
}

/** The lines of a file with their numbers; only those near the viewport are rendered. */
export function FileLines({ path, text, lines, aim, wanted, onLine }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const tokens = useHighlight(text, languageOfPath(path), false)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  })
  const items = list.getVirtualItems()
  const visit = aim?.visit ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit scrolls again, even to the same line.
  useEffect(() => {
    if (aim !== null) list.scrollToIndex(Math.min(aim.line, lines.length) - 1, { align: 'center' })
  }, [visit])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <div ref={scroll} className={`diff file-scroll digits-${digitsOf(lines.length)}`} tabIndex={0} data-focus-first="">
      <div className="diff-body" style={{ height: list.getTotalSize() }}>
        <div style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => (
            <Line
              key={index}
              number={index + 1}
              text={lines[index] ?? ''}
              tokens={tokens?.[index]}
              aimed={aim?.line === index + 1}
              wanted={wanted}
              onLine={onLine}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

const digitsOf = (lines: number) => Math.min(7, String(lines).length)

interface LineProps {
  readonly number: number
  readonly text: string
  readonly tokens: CodeLine | undefined
  readonly aimed: boolean
  readonly wanted: string
  readonly onLine: (line: number) => void
}

function Line({ number, text, tokens, aimed, wanted, onLine }: LineProps) {
  const found = wanted !== '' && text.toLowerCase().includes(wanted)
  return (
    <div className={cx('diff-line', aimed && 'aimed', found && 'found')} aria-current={aimed ? 'location' : undefined}>
      <button type="button" className="diff-number file-number" tabIndex={-1} onClick={() => onLine(number)}>
        {number}
      </button>
      <code>
        {found ? (
          <Marked text={text} wanted={wanted} />
        ) : hasHidden(text) ? (
          revealHidden(text)
        ) : (
          <CodeLineText text={text} tokens={tokens} />
        )}
      </code>
    </div>
  )
}

/** A line with matches highlighted, without syntax colors. */
function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  const parts = []
  let from = 0
  for (let at = text.toLowerCase().indexOf(wanted); at !== -1; at = text.toLowerCase().indexOf(wanted, from)) {
    parts.push(
      revealHidden(text.slice(from, at)),
      <mark key={at}>{revealHidden(text.slice(at, at + wanted.length))}</mark>,
    )
    from = at + wanted.length
  }
  return [...parts, revealHidden(text.slice(from))]
}

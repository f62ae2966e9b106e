import { useState } from 'react'
import { CodeLineText } from '../../../widgets/code/code-lines.tsx'
import { CopyButton } from '../../../widgets/code/copy-button.tsx'
import { languageOfPath } from '../../../widgets/code/languages.ts'
import { useHighlight } from '../../../widgets/code/use-highlight.ts'

const shownLines = 24

interface Props {
  readonly path: string
  readonly text: string
  /** Number of the first line in its file. */
  readonly firstLine: number
}

/** Part of a file, with its line numbers. */
export function FileExcerpt({ path, text, firstLine }: Props) {
  const [whole, setWhole] = useState(false)
  const lines = text.replace(/\n$/, '').split('\n')
  const bounded = !whole && lines.length > shownLines + 8
  const shown = bounded ? lines.slice(0, shownLines) : lines
  const tokens = useHighlight(shown.join('\n'), languageOfPath(path), false)
  const digits = Math.min(7, String(firstLine + lines.length).length)
  return (
    <div className={`diff chat-excerpt digits-${digits}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <div className="diff-scroll" tabIndex={0}>
        <div className="diff-body">
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity.
            <div key={index} className="diff-line">
              <span className="diff-number" aria-hidden="true">
                {firstLine + index}
              </span>
              <code>
                <CodeLineText text={line} tokens={tokens?.[index]} />
              </code>
            </div>
          ))}
        </div>
      </div>
      <CopyButton text={text} label="Copy" />
      {(bounded || whole) && (
        <button type="button" className="code-more" onClick={() => setWhole(!whole)}>
          {bounded ? `Show all ${lines.length} lines` : 'Show fewer lines'}
        </button>
      )}
    </div>
  )
}

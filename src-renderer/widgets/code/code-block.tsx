import { useState } from 'react'
import { formatNumber } from '../../../src-shared/base/format.ts'
import { LinkedText } from '../file-links/linked-text.tsx'
import { CodeLineText } from './code-lines.tsx'
import { CopyButton } from './copy-button.tsx'
import { languageLabel, languageOf } from './languages.ts'
import { useHighlight } from './use-highlight.ts'
import './code.css'

/** Lines of a block shown before "Show all"; blocks slightly above the limit are shown in full. */
const shownLines = 32
const slack = 8
/** Lines that are drawn at most: each is an element of the page. */
const maxLines = 5000

interface Props {
  readonly text: string
  /** The info string after the fence, as the model wrote it. */
  readonly language: string
  readonly streaming?: boolean
}

/** A block of code: plain at first, colored when the worker responds, without any change of layout. */
export function CodeBlock({ text, language, streaming = false }: Props) {
  const known = languageOf(language)
  const tokens = useHighlight(text, known, streaming)
  // In the output of a program, file names are links.
  const plain = known === null
  const [whole, setWhole] = useState(false)
  const lines = text.split('\n')
  const bounded = !whole && lines.length > shownLines + slack
  const shown = lines.slice(0, bounded ? shownLines : maxLines)
  const label = languageLabel(language)
  return (
    <figure className="code-block">
      <figcaption>
        <span>{label === '' ? 'Text' : label}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is its identity.
            <span key={index} className="code-line">
              {plain && !streaming ? <LinkedText text={line} /> : <CodeLineText text={line} tokens={tokens?.[index]} />}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
      {bounded && (
        <button type="button" className="code-more" onClick={() => setWhole(true)}>
          {lines.length > maxLines
            ? `Show ${formatNumber(maxLines)} of ${formatNumber(lines.length)} lines; copy the code to see the rest`
            : `Show all ${lines.length} lines`}
        </button>
      )}
      {whole && (
        <button type="button" className="code-more" onClick={() => setWhole(false)}>
          Show fewer lines
        </button>
      )}
    </figure>
  )
}

import { useState } from 'react'
import { formatCount } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { LinkedText } from '../../widgets/file-links/linked-text.tsx'
import styles from './inspector.module.css'

const shownLines = 24
const shownChars = 4000
/** Displaying more than this at once is slow in any page; the copy button still copies everything. */
const maxChars = 400_000

interface LongTextProps {
  readonly text: string
}

/** Plain text with hidden characters made visible (T24); a long text is truncated until the user expands it. */
export function LongText({ text }: LongTextProps) {
  const [whole, setWhole] = useState(false)
  if (text === '') return <p className={styles.quiet}>Empty.</p>
  const bounded = boundedText(text)
  const shown = whole ? text.slice(0, maxChars) : bounded
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className={styles.text} tabIndex={0}>
        <LinkedText text={revealHidden(shown)} />
        {!whole && bounded.length < text.length && '…'}
      </pre>
      {bounded.length < text.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
      {whole && text.length > maxChars && (
        <p className={styles.quiet}>
          Truncated: {formatCount(text.length - maxChars)} more characters. Copy to get all.
        </p>
      )}
    </div>
  )
}

/** The beginning of a text, limited in lines and characters. */
function boundedText(text: string): string {
  let end = 0
  for (let line = 0; line < shownLines; line++) {
    const next = text.indexOf('\n', end)
    if (next === -1 || next > shownChars)
      return text.slice(0, next === -1 && text.length <= shownChars * 1.2 ? text.length : shownChars)
    end = next + 1
  }
  return text.slice(0, end - 1)
}

import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CopyButton } from '../../widgets/code/copy-button.tsx'
import { lastLines, plainTerminalText, terminalParts } from './terminal-text.ts'

const shownLines = 400
const shownChars = 100_000

/** Output of a command in a box that scrolls and stays at its end while the reader does not look further up. */
export function TerminalOutput({
  output,
  exitCode = 0,
}: {
  readonly output: string
  readonly exitCode?: number | null
}) {
  const [whole, setWhole] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  const shown = useMemo(
    () => (whole ? { text: output.replace(/\n+$/, ''), hidden: 0 } : lastLines(output, shownLines, shownChars)),
    [output, whole],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text is what moves the end.
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [shown.text])
  return (
    <div className="chat-terminal">
      {shown.hidden > 0 && (
        <button type="button" className="code-more" onClick={() => setWhole(true)}>
          Show {shown.hidden} lines before this
        </button>
      )}
      <pre
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Output"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 8
        }}
      >
        {shown.text === '' ? <span className="chat-nothing">No output</span> : <Parts text={shown.text} />}
      </pre>
      {exitCode !== 0 && (
        <p className="chat-exit">{exitCode === null ? 'It was ended before it finished.' : `Exit code ${exitCode}`}</p>
      )}
      {shown.text !== '' && <CopyButton text={() => plainTerminalText(output)} label="Copy output" />}
    </div>
  )
}

function Parts({ text }: { readonly text: string }) {
  const parts = useMemo(() => terminalParts(text), [text])
  let at = 0
  return parts.map((part) => {
    const key = at
    at += part.text.length
    const names = [
      part.colour === null ? '' : `ansi-${part.colour}`,
      part.bold ? 'ansi-bold' : '',
      part.faint ? 'ansi-faint' : '',
    ]
    const className = names.filter(Boolean).join(' ')
    return className === '' ? (
      part.text
    ) : (
      <span key={key} className={className}>
        {part.text}
      </span>
    )
  })
}

import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CopyButton } from '../../../widgets/code/copy-button.tsx'
import { lastLines, plainTerminalText, terminalParts } from './terminal-text.ts'

const shownLines = 400
const shownChars = 100_000

interface Props {
  readonly output: string
  readonly exitCode?: number | null
}

/** Output of a command: its end, with the way to what came before, how it ended, and a copy. */
export function TerminalOutput({ output, exitCode = 0 }: Props) {
  const [whole, setWhole] = useState(false)
  const shown = useMemo(
    () => (whole ? { text: output.replace(/\n+$/, ''), hidden: 0 } : lastLines(output, shownLines, shownChars)),
    [output, whole],
  )
  return (
    <div className="chat-terminal">
      {shown.hidden > 0 && (
        <button type="button" className="code-more" onClick={() => setWhole(true)}>
          Show {shown.hidden} lines before this
        </button>
      )}
      <Screen text={shown.text} />
      {exitCode !== 0 && (
        <p className="chat-exit">{exitCode === null ? 'It was ended before it finished.' : `Exit code ${exitCode}`}</p>
      )}
      {shown.text !== '' && <CopyButton text={() => plainTerminalText(output)} label="Copy output" />}
    </div>
  )
}

/** A box that scrolls, and stays at its end while the reader does not look further up. */
function Screen({ text }: { readonly text: string }) {
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text is what moves the end.
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  return (
    <pre
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      {text === '' ? <span className="chat-nothing">No output</span> : <Parts text={text} />}
    </pre>
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

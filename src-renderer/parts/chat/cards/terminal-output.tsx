import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { withoutEnding } from '../../../../src-shared/base/without-ending.ts'
import { CopyButton } from '../../../widgets/code/copy-button.tsx'
import { LinkedText } from '../../../widgets/file-links/linked-text.tsx'
import { lastLines, plainTerminalText, terminalParts } from './terminal-text.ts'

const shownLines = 400
const shownChars = 100_000

interface Props {
  readonly output: string
  readonly exitCode?: number | null
  /** Whether output is still arriving; file names in it are not linked yet. */
  readonly live?: boolean
}

/** Output of a command: its last lines, a way to show earlier ones, its exit code and a copy button. */
export function TerminalOutput({ output, exitCode = 0, live = false }: Props) {
  const [whole, setWhole] = useState(false)
  const shown = useMemo(
    () => (whole ? { text: withoutEnding(output, '\n'), hidden: 0 } : lastLines(output, shownLines, shownChars)),
    [output, whole],
  )
  return (
    <div className="chat-terminal">
      {shown.hidden > 0 && (
        <button type="button" className="code-more" onClick={() => setWhole(true)}>
          Show {shown.hidden} lines before this
        </button>
      )}
      <Screen text={shown.text} live={live} />
      {exitCode !== 0 && (
        <p className="chat-exit">{exitCode === null ? 'Stopped before it finished.' : `Exit code ${exitCode}`}</p>
      )}
      {shown.text !== '' && <CopyButton text={() => plainTerminalText(output)} label="Copy output" />}
    </div>
  )
}

interface ScreenProps {
  readonly text: string
  readonly live: boolean
}

/** A scrolling box that stays at its end unless the user scrolls up. */
function Screen({ text, live }: ScreenProps) {
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end.
  useLayoutEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  return (
    <pre
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      {text === '' ? <span className="chat-nothing">No output</span> : <Parts text={text} live={live} />}
    </pre>
  )
}

function Parts({ text, live }: ScreenProps) {
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
    const words = live ? part.text : <LinkedText key={key} text={part.text} />
    return className === '' ? (
      words
    ) : (
      <span key={key} className={className}>
        {words}
      </span>
    )
  })
}

import { memo, type ReactNode } from 'react'
import type { CodeLine } from '../../workers/highlighter.ts'

/** Part of a line, in UTF-16 units; `to` is excluded. */
interface Marked {
  readonly from: number
  readonly to: number
}
interface Props {
  readonly text: string
  readonly tokens: CodeLine | undefined
  /** Parts to mark, in order and not overlapping. Must be the same array as long as it has the same content. */
  readonly marked?: readonly Marked[]
}

const none: readonly Marked[] = []

/** One line of code; colored if its tokens are known and still match the text. */
export const CodeLineText = memo(function CodeLineText({ text, tokens, marked = none }: Props) {
  const known = tokens !== undefined && sameText(text, tokens)
  if (!known && marked.length === 0) return text
  const line: CodeLine = known ? tokens : [['', text]]
  if (marked.length === 0) return drawn(line, 0)
  const pieces: ReactNode[] = []
  let at = 0
  for (const { from, to } of marked) {
    pieces.push(...drawn(between(line, at, from), at))
    pieces.push(
      <mark key={`mark-${from}`} className="hl-mark">
        {drawn(between(line, from, to), from)}
      </mark>,
    )
    at = to
  }
  return [...pieces, ...drawn(between(line, at, text.length), at)]
})

function drawn(tokens: CodeLine, from: number): ReactNode[] {
  let at = from
  return tokens.map(([kind, part]) => {
    const key = at
    at += part.length
    return kind === '' ? (
      part
    ) : (
      <span key={key} className={`hl-${kind}`}>
        {part}
      </span>
    )
  })
}

/** The tokens from one place of the line up to another. */
function between(tokens: CodeLine, from: number, to: number): CodeLine {
  let at = 0
  return tokens.flatMap(([kind, part]) => {
    const cut = part.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += part.length
    return cut === '' ? [] : [[kind, cut] as const]
  })
}

function sameText(text: string, tokens: CodeLine): boolean {
  let at = 0
  for (const [, part] of tokens) {
    if (!text.startsWith(part, at)) return false
    at += part.length
  }
  return at === text.length
}

import { memo } from 'react'
import type { CodeLine } from '../../workers/highlighter.ts'

/** One line of code; colored if its tokens are known and still match the text. */
export const CodeLineText = memo(function CodeLineText({
  text,
  tokens,
}: {
  readonly text: string
  readonly tokens: CodeLine | undefined
}) {
  if (!tokens || !sameText(text, tokens)) return text
  let at = 0
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
})

function sameText(text: string, tokens: CodeLine): boolean {
  let at = 0
  for (const [, part] of tokens) {
    if (!text.startsWith(part, at)) return false
    at += part.length
  }
  return at === text.length
}

/** Longer answers are read up to here, characters: nobody listens for hours. */
const maxText = 100_000

/** Markdown as read aloud: without code blocks and markup. */
export function spokenText(markdown: string): string {
  return withoutCode(markdown.slice(0, maxText))
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/[*_`~|]+/g, '')
    .trim()
}

/** A block that is not closed is read: its fence may be no fence. */
function withoutCode(markdown: string): string {
  const read: string[] = []
  let code: string[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? ''
    if (fence === '') {
      fence = mark
      if (fence === '') read.push(line)
      else code = [line]
    } else if (mark === fence) {
      read.push('Code is left out.')
      fence = ''
    } else code.push(line)
  }
  return [...read, ...(fence === '' ? [] : code)].join('\n')
}

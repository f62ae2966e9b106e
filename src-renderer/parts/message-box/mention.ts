/** A `@` mention being typed: its start in the text, and the text after the `@`. */
export interface Mention {
  readonly start: number
  readonly query: string
}

/** The mention that contains the caret; null if there is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const found = /(?:^|[\s(])@([^\s@]*)$/.exec(text.slice(0, caret))
  if (found === null) return null
  const query = found[1] ?? ''
  return { start: caret - query.length - 1, query }
}

/** The text with the file inserted, and the new position of the caret. */
export function insertMention(text: string, mention: Mention, path: string): { text: string; caret: number } {
  const written = path.includes(' ') ? `@"${path}" ` : `@${path} `
  const after = text.slice(mention.start + 1 + mention.query.length).replace(/^ /, '')
  return { text: text.slice(0, mention.start) + written + after, caret: mention.start + written.length }
}

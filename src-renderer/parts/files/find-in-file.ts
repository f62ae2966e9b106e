/** Parsed input of the viewer's find box: a line to go to (`:120`), or text to find. */
export type FindQuery =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'words'; readonly words: string }

export function parseFindQuery(typed: string): FindQuery {
  const line = /^:(\d{1,9})$/.exec(typed.trim())?.[1]
  if (line !== undefined) return { kind: 'line', line: Math.max(1, Number(line)) }
  if (typed.trim() === '' || typed.startsWith(':')) return { kind: 'nothing' }
  return { kind: 'words', words: typed.toLowerCase() }
}

/** Numbers of the lines that contain the text, from 1. */
export function linesWith(
  lines: readonly string[],
  { words }: Extract<FindQuery, { kind: 'words' }>,
): readonly number[] {
  return lines.flatMap((line, at) => (line.toLowerCase().includes(words) ? [at + 1] : []))
}

/** The next match after a line, or the previous one, wrapping around at the ends. Null if there is none. */
export function nextFound(found: readonly number[], from: number, step: 1 | -1): number | null {
  const next = step === 1 ? found.find((line) => line > from) : found.findLast((line) => line < from)
  return next ?? found.at(step === 1 ? 0 : -1) ?? null
}

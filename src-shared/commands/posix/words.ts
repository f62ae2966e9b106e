import { type Cursor, isAtEnd, newDraft, next, startsWith, type WordDraft } from './cursor.ts'
import { add, readBackticks, readDollar, readDouble, readSubstitution, skipSingle } from './expansions.ts'
import type { Piece, Word } from './tree.ts'

/** Reads one word up to a blank or an operator; null if none begins here. */
export function readWord(cursor: Cursor): Word | null {
  const from = cursor.at
  const draft = newDraft()
  while (!isAtEnd(cursor) && readPart(cursor, draft));
  if (cursor.at === from) return null
  return wordFrom(cursor.source.slice(from, cursor.at), draft)
}

export const wordFrom = (raw: string, draft: WordDraft): Word => ({
  raw,
  pieces: hasBraces(draft.bare) ? [null] : merged(draft.pieces),
  scripts: draft.scripts,
})

/** Texts that follow one another as one. */
function merged(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = []
  let text: string[] = []
  const end = () => {
    if (text.length > 0) whole.push(text.join(''))
    text = []
  }
  for (const piece of pieces) {
    if (piece !== null) text.push(piece)
    else {
      end()
      whole.push(null)
    }
  }
  end()
  return whole
}

/** Reads on. @returns false at the end of the word */
function readPart(cursor: Cursor, draft: WordDraft): boolean {
  const letter = next(cursor)
  if ((letter === '<' || letter === '>') && next(cursor, 1) === '(') {
    cursor.at += 1
    readSubstitution(cursor, draft)
    return true
  }
  if (' \t\n;&|()<>'.includes(letter)) return false
  if (startsWith(cursor, '\\\n')) cursor.at += 2
  else if (letter === '\\') {
    add(draft, next(cursor, 1))
    cursor.at += 2
  } else if (letter === "'") add(draft, skipSingle(cursor))
  else if (letter === '"') readDouble(cursor, draft)
  else if (letter === '$') readDollar(cursor, draft, 'none')
  else if (letter === '`') readBackticks(cursor, draft, 'none')
  else {
    cursor.at += 1
    // The names of files that fit take its place.
    const isPattern = letter === '*' || letter === '?' || letter === '['
    add(draft, isPattern ? null : letter, letter)
  }
  return true
}

/** `{a,b}` and `{1..3}` become several words. */
function hasBraces(bare: string): boolean {
  const open = bare.indexOf('{')
  const close = bare.lastIndexOf('}')
  return open !== -1 && close > open && /,|\.\./.test(bare.slice(open, close))
}

import { knownText, type Piece, type Word } from './posix/tree.ts'
import type { CommandReading, RunProgram } from './reading.ts'

/** `maybe`: what is only known when it runs could make it so. */
export type Match = 'yes' | 'maybe' | 'no'

/**
 * Whether any program of a command line fits a pattern, in which `*` stands for any text: `git push *`. A pattern that
 * ends in ` *` fits without anything after it too. Quotes, the program's folder and options before a subcommand don't
 * matter.
 */
export function matchCommand(pattern: string, { programs, unreadable }: CommandReading): Match {
  let best: Match = unreadable.length > 0 ? 'maybe' : 'no'
  for (const program of programs) {
    for (const spelling of spellings(program)) {
      const match = matchPieces(pattern, spelling)
      if (match === 'yes') return 'yes'
      if (match === 'maybe') best = 'maybe'
    }
  }
  return best
}

/** The ways in which a pattern may name a program with its words. */
export function spellings(program: RunProgram): readonly (readonly Piece[])[] {
  const { name, words } = program
  const [first, ...rest] = words
  if (first === undefined) return []
  if (name === null) return [spelled(words)]
  const called = knownText(first) ?? name
  const withCase = called.slice(Math.max(called.lastIndexOf('/'), called.lastIndexOf('\\')) + 1)
  const split = /^git-./.test(name) ? [name.replace('-', ' ')] : []
  const named = [...new Set([name, called, withCase, ...split])]
  const withoutOptions = afterOptions(rest).map((from) => [name, ...afterName([first, ...from])])
  return [...named.map((each) => [each, ...afterName(words)]), [program.written], ...withoutOptions]
}

/** The words with one space between. */
function spelled(words: readonly Word[]): readonly Piece[] {
  return words.flatMap(({ pieces }, at): readonly Piece[] => (at === 0 ? pieces : [' ', ...pieces]))
}

const afterName = ([first, ...rest]: readonly Word[]): readonly Piece[] =>
  first === undefined ? [] : rest.flatMap(({ pieces }): readonly Piece[] => [' ', ...pieces])

const maxOptions = 12

/**
 * The words from where the subcommand may begin, since an option before it may or may not take the next word as its
 * value: `npm --prefix app publish` is `npm publish` too.
 */
function afterOptions(words: readonly Word[]): readonly (readonly Word[])[] {
  const starts: (readonly Word[])[] = []
  for (let at = 0; at < Math.min(words.length, maxOptions); at++) {
    const isOption = /^[-+]./.test(words[at]?.raw ?? '')
    const wasOption = at > 0 && /^[-+]./.test(words[at - 1]?.raw ?? '')
    if (isOption) starts.push(words.slice(at + 1))
    else if (wasOption) starts.push(words.slice(at + 1))
    else break
  }
  return starts
}

const anything = '\u0000'

export function matchPieces(pattern: string, pieces: readonly Piece[]): Match {
  const text = pieces.map((piece) => piece ?? anything).join('')
  if (matchesText(pattern, text)) return 'yes'
  if (!text.includes(anything)) return 'no'
  return [pattern, withoutEnd(pattern)].some((each) => mayMatch(each, text)) ? 'maybe' : 'no'
}

/** `git push *` fits `git push`. */
const matchesText = (pattern: string, text: string): boolean =>
  matchesWildcards(pattern, text) || pattern === `${text} *`
const withoutEnd = (pattern: string): string => (pattern.endsWith(' *') ? pattern.slice(0, -2) : pattern)

/** `*` stands for any text. In linear time: each piece is looked for once, from where the one before ended. */
export function matchesWildcards(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** Characters that are compared of a text with unknown parts; what follows counts as unknown. */
const maxCompared = 400

/** Whether some text instead of the unknown parts would fit: row by row, as two patterns that may have a text in common. */
function mayMatch(pattern: string, given: string): boolean {
  const text = given.length > maxCompared ? given.slice(0, maxCompared) + anything : given
  const [known = ''] = pattern.slice(0, maxCompared).split('*', 1)
  const [start = ''] = text.split(anything, 1)
  if (!known.startsWith(start) && !start.startsWith(known)) return false
  const letters = pattern.length > maxCompared ? `${pattern.slice(0, maxCompared)}*` : pattern
  let row = startRow(text)
  for (const letter of letters) {
    const next = [letter === '*' && row[0] === true]
    for (let at = 1; at <= text.length; at++) {
      const own = text.charAt(at - 1)
      const skips =
        (letter === '*' && (row[at] || next[at - 1]) === true) ||
        (own === anything && (row[at] || next[at - 1]) === true)
      next.push(skips || (letter === own && row[at - 1] === true))
    }
    row = next
  }
  return row[text.length] === true
}

/** What of the text fits nothing: only unknown parts. */
function startRow(text: string): boolean[] {
  const row = [true]
  for (let at = 1; at <= text.length; at++) row.push(row[at - 1] === true && text.charAt(at - 1) === anything)
  return row
}

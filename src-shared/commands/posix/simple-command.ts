import { ahead, type Cursor, expect, fail, isAtEnd, next, startsWith } from './cursor.ts'
import { awaitDocument, passLineFeed } from './here-documents.ts'
import type { Assignment, Redirect, SimpleCommand, Word } from './tree.ts'
import { readWord } from './words.ts'

const blanksHere = /(?:[ \t\r]|\\\n)+/y

/** Goes past blanks, and past the comment and the continued line at the cursor. */
export function passBlanks(cursor: Cursor): void {
  const blanks = ahead(cursor, blanksHere)
  cursor.at += blanks?.length ?? 0
  if (next(cursor) !== '#') return
  const end = cursor.source.indexOf('\n', cursor.at)
  cursor.at = end === -1 ? cursor.source.length : end
}

/** Goes past blanks, comments and line feeds. */
export function passLines(cursor: Cursor): void {
  passBlanks(cursor)
  while (!isAtEnd(cursor) && next(cursor) === '\n') {
    passLineFeed(cursor)
    passBlanks(cursor)
  }
}

/** The redirection at the cursor; null if none is. */
export function readRedirect(cursor: Cursor): Redirect | null {
  const whole = ahead(cursor, redirection)
  if (whole === null) return null
  cursor.at += whole.length
  const operator = whole.replace(/^(\d+|\{\w+\})/, '')
  passBlanks(cursor)
  const target = readWord(cursor)
  if (target === null) {
    fail(cursor, 'a redirection has no target')
    return null
  }
  return operator.startsWith('<<') && operator !== '<<<'
    ? awaitDocument(cursor, operator, target)
    : { operator, target, body: operator === '<<<' ? target : null }
}

/** `<(` and `>(` begin words. */
const redirection = /(?:\d+|\{[A-Za-z_]\w*\})?(?:<<<|<<-|<<|<>|<&|>>|>&|>\||<(?!\()|>(?!\())|&>>|&>/y

/** The redirections after a compound command. */
export function readRedirects(cursor: Cursor): readonly Redirect[] {
  const redirects: Redirect[] = []
  for (;;) {
    passBlanks(cursor)
    const redirect = readRedirect(cursor)
    if (redirect === null) return redirects
    redirects.push(redirect)
  }
}

/** Assignments, words and redirections in any order; without any, null. */
export function readSimple(cursor: Cursor): SimpleCommand | null {
  const from = cursor.at
  let end = from
  const assignments: Assignment[] = []
  const words: Word[] = []
  const redirects: Redirect[] = []
  while (!isAtEnd(cursor)) {
    const redirect = readRedirect(cursor)
    if (redirect !== null) redirects.push(redirect)
    else {
      const word = readWord(cursor)
      if (word === null) break
      const assignment = isAssignment(word) ? assignmentOf(cursor, word) : null
      if (assignment !== null && words.length === 0) assignments.push(assignment)
      else words.push(assignment === null ? word : { ...word, scripts: assignment.value.scripts })
    }
    end = Math.min(cursor.at, cursor.source.length)
    passBlanks(cursor)
  }
  if (end === from) return null
  return { kind: 'simple', raw: cursor.source.slice(from, end).trim(), assignments, words, redirects }
}

const assigned = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/
const isAssignment = ({ raw }: Word): boolean => assigned.test(raw)

function assignmentOf(cursor: Cursor, word: Word): Assignment {
  const [before = '', name = ''] = assigned.exec(word.raw) ?? []
  if (before === word.raw && startsWith(cursor, '(')) return { name, value: readList(cursor) }
  let left = before.length
  const pieces = word.pieces.flatMap((piece) => {
    const cut = Math.min(left, piece?.length ?? 1)
    left -= cut
    const rest = piece === null ? (cut === 0 ? null : '') : piece.slice(cut)
    return rest === '' ? [] : [rest]
  })
  return { name, value: { raw: word.raw.slice(before.length), pieces, scripts: word.scripts } }
}

/** `(a b c)` after `name=`. */
function readList(cursor: Cursor): Word {
  cursor.at += 1
  const scripts = []
  passLines(cursor)
  while (!isAtEnd(cursor) && next(cursor) !== ')') {
    const word = readWord(cursor)
    if (word === null) fail(cursor, 'a list is not closed')
    scripts.push(...(word?.scripts ?? []))
    passLines(cursor)
  }
  expect(cursor, ')')
  return { raw: '', pieces: [null], scripts }
}

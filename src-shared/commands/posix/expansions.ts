import { ansiText } from './ansi-quote.ts'
import { ahead, type Cursor, expect, fail, inside, isAtEnd, next, startsWith, type WordDraft } from './cursor.ts'

/** Where an expansion stands: single quotes mean something only outside of double quotes. */
export type Quoting = 'none' | 'double'

/** Reads what begins with `$`. */
export function readDollar(cursor: Cursor, draft: WordDraft, quoting: Quoting): void {
  cursor.at += 1
  const letter = next(cursor)
  if (quoting === 'none' && letter === "'") readAnsi(cursor, draft)
  else if (quoting === 'none' && letter === '"') readDouble(cursor, draft)
  else if (letter === '(') {
    if (!startsWith(cursor, '((') || !readArithmetic(cursor, draft)) readSubstitution(cursor, draft)
  } else if (letter === '{') readEnclosed(cursor, draft, '}', quoting)
  else if (letter === '[') readEnclosed(cursor, draft, ']', quoting)
  else {
    const name = ahead(cursor, variableName)
    cursor.at += name?.length ?? 0
    add(draft, name === null ? '$' : null)
  }
}

const variableName = /[A-Za-z_]\w*|[0-9@*#?$!-]/y

export function add(draft: WordDraft, piece: string | null, bare = '\u0001'): void {
  draft.pieces.push(piece)
  draft.bare += bare
}

/** `$(…)`, `<(…)` and `>(…)`, from the parenthesis on. */
export function readSubstitution(cursor: Cursor, draft: WordDraft): void {
  cursor.at += 1
  draft.scripts.push(inside(cursor, () => cursor.readScript(cursor)))
  expect(cursor, ')')
  add(draft, null)
}

/** `` `…` ``: its backslashes are read twice. */
export function readBackticks(cursor: Cursor, draft: WordDraft, quoting: Quoting): void {
  let text = ''
  cursor.at += 1
  while (!isAtEnd(cursor) && next(cursor) !== '`') {
    const isEscape = next(cursor) === '\\' && (quoting === 'double' ? '$`\\"' : '$`\\').includes(next(cursor, 1))
    if (isEscape) cursor.at += 1
    text += next(cursor)
    cursor.at += 1
  }
  expect(cursor, '`')
  const inner: Cursor = { ...cursor, source: text, at: 0, awaited: [], problem: null }
  draft.scripts.push(inside(inner, () => cursor.readScript(inner)))
  if (inner.problem === null && inner.at < text.length) fail(inner, 'a bracket is not opened')
  if (inner.problem !== null) fail(cursor, inner.problem)
  add(draft, null)
}

/** `"…"`, from its first quotation mark on. */
export function readDouble(cursor: Cursor, draft: WordDraft): void {
  cursor.at += 1
  add(draft, '')
  while (!isAtEnd(cursor) && next(cursor) !== '"') readQuoted(cursor, draft, '$`"\\')
  expect(cursor, '"')
}

/** One part of text between double quotes, or of a here-document. @param escaped what a backslash takes the meaning of */
export function readQuoted(cursor: Cursor, draft: WordDraft, escaped: string): void {
  const letter = next(cursor)
  if (letter === '$') readDollar(cursor, draft, 'double')
  else if (letter === '`') readBackticks(cursor, draft, 'double')
  else if (letter === '\\') {
    const after = next(cursor, 1)
    cursor.at += 2
    if (after !== '\n') add(draft, escaped.includes(after) && after !== '' ? after : `\\${after}`)
  } else {
    const text = ahead(cursor, plainRun) ?? letter
    cursor.at += text.length
    add(draft, text)
  }
}

const plainRun = /[^$`"\\]+/y

function readAnsi(cursor: Cursor, draft: WordDraft): void {
  const text = ahead(cursor, ansiQuoted)
  if (text === null) {
    fail(cursor, 'a quotation mark is not closed')
    return
  }
  cursor.at += text.length
  add(draft, ansiText(text.slice(1, -1)))
}

const ansiQuoted = /'(?:[^'\\]|\\[\s\S])*'/y

/** `${…}` and `$[…]`, from the bracket on. What comes of it is not known; the commands in it are. */
function readEnclosed(cursor: Cursor, draft: WordDraft, close: string, quoting: Quoting): void {
  cursor.at += 1
  inside(cursor, () => {
    while (!isAtEnd(cursor) && next(cursor) !== close) readInner(cursor, draft, quoting)
  })
  expect(cursor, close)
  add(draft, null)
}

/** One part of what is calculated or substituted: only its commands are kept. */
export function readInner(cursor: Cursor, draft: WordDraft, quoting: Quoting): void {
  const letter = next(cursor)
  const scratch: WordDraft = { pieces: [], scripts: draft.scripts, bare: '' }
  if (letter === '$') readDollar(cursor, scratch, quoting)
  else if (letter === '`') readBackticks(cursor, scratch, quoting)
  else if (letter === '"') readDouble(cursor, scratch)
  else if (letter === '\\') cursor.at += 2
  else if (letter === "'" && quoting === 'none') skipSingle(cursor)
  else if (/[<>]/.test(letter) && next(cursor, 1) === '(') {
    cursor.at += 1
    readSubstitution(cursor, scratch)
  } else cursor.at += 1
}

export function skipSingle(cursor: Cursor): string {
  const end = cursor.source.indexOf("'", cursor.at + 1)
  if (end === -1) fail(cursor, 'a quotation mark is not closed')
  const text = cursor.source.slice(cursor.at + 1, end === -1 ? undefined : end)
  if (end !== -1) cursor.at = end + 1
  return text
}

/**
 * `$((…))` and `((…))`, from the first parenthesis on. What only looks like it, such as `$((a); b)`, is a subshell in a
 * substitution: then nothing is read.
 */
export function readArithmetic(cursor: Cursor, draft: WordDraft): boolean {
  const trial: Cursor = { ...cursor, at: cursor.at + 2, awaited: [], depth: cursor.depth + 1 }
  const inner: WordDraft = { pieces: [], scripts: [], bare: '' }
  let open = 2
  if (trial.depth > 6) return false
  while (!isAtEnd(trial) && open > 1) {
    const letter = next(trial)
    if (letter === '(' || letter === ')') {
      open += letter === '(' ? 1 : -1
      trial.at += 1
    } else readInner(trial, inner, 'double')
  }
  if (trial.problem !== null || next(trial) !== ')') return false
  cursor.at = trial.at + 1
  draft.scripts.push(...inner.scripts)
  add(draft, null)
  return true
}

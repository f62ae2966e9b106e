import { type Cursor, isAtEnd, newDraft, next } from './cursor.ts'
import { readQuoted } from './expansions.ts'
import type { Redirect, Word } from './tree.ts'

/** A redirection that reads a here-document, whose text is filled in at the end of the line. */
export function awaitDocument(cursor: Cursor, operator: string, target: Word): Redirect {
  let body: Word = { raw: '', pieces: [''], scripts: [] }
  cursor.awaited.push({
    end: target.pieces.map((piece) => piece ?? '').join(''),
    expands: !/['"\\]/.test(target.raw),
    withoutTabs: operator === '<<-',
    take: (read) => (body = read),
  })
  return {
    operator,
    target,
    get body() {
      return body
    },
  }
}

/** Goes past a line feed, and past the here-documents that begin after it. */
export function passLineFeed(cursor: Cursor): void {
  cursor.at += 1
  for (const document of cursor.awaited.splice(0)) {
    const lines: string[] = []
    while (cursor.at < cursor.source.length) {
      const line = nextLine(cursor, document.withoutTabs)
      if (line === document.end) break
      lines.push(`${line}\n`)
    }
    document.take(bodyOf(cursor, lines.join(''), document.expands))
  }
}

function nextLine(cursor: Cursor, withoutTabs: boolean): string {
  const found = cursor.source.indexOf('\n', cursor.at)
  const end = found === -1 ? cursor.source.length : found
  const line = cursor.source.slice(cursor.at, end)
  cursor.at = end + 1
  return withoutTabs ? line.replace(/^\t+/, '') : line
}

function bodyOf(cursor: Cursor, text: string, expands: boolean): Word {
  if (!expands) return { raw: text, pieces: [text], scripts: [] }
  const inner: Cursor = { ...cursor, source: text, at: 0, awaited: [] }
  const draft = newDraft()
  while (!isAtEnd(inner)) {
    if (next(inner) === '"') {
      draft.pieces.push('"')
      inner.at += 1
    } else readQuoted(inner, draft, '$`\\')
  }
  if (inner.problem !== null) cursor.problem ??= inner.problem
  return { raw: text, pieces: draft.pieces, scripts: draft.scripts }
}

import type { Piece, Script, Word } from './tree.ts'

/** Where a shell's text has been read up to. Each function that takes it moves it on. */
export interface Cursor {
  readonly source: string
  at: number
  /** How deep in substitutions and compound commands. */
  depth: number
  /** Here-documents whose text begins at the next line. */
  readonly awaited: AwaitedDocument[]
  /** How many commands may still be read, in all substitutions together. */
  readonly budget: { commands: number }
  /** Why the rest can't be read; null: all was read so far. */
  problem: string | null
  /** Reads commands up to `)` or the end: words contain commands, and commands contain words. */
  readonly readScript: (cursor: Cursor) => Script
}

export interface AwaitedDocument {
  readonly end: string
  readonly expands: boolean
  readonly withoutTabs: boolean
  take(body: Word): void
}

/** A word while it is read. */
export interface WordDraft {
  readonly pieces: Piece[]
  readonly scripts: Script[]
  /** Its unquoted characters, with something harmless for all others. */
  bare: string
}

/** Deeper than people and models write; beyond it the text counts as unreadable. */
export const maxDepth = 40

export const newDraft = (): WordDraft => ({ pieces: [], scripts: [], bare: '' })

export const isAtEnd = (cursor: Cursor): boolean => cursor.problem !== null || cursor.at >= cursor.source.length
export const next = (cursor: Cursor, ahead = 0): string => cursor.source.charAt(cursor.at + ahead)
export const startsWith = (cursor: Cursor, text: string): boolean => cursor.source.startsWith(text, cursor.at)

/** Nothing after the problem is read. */
export function fail(cursor: Cursor, problem: string): void {
  cursor.problem ??= problem
  cursor.at = cursor.source.length
}

/** Goes past `text`, which has to be there. */
export function expect(cursor: Cursor, text: string): void {
  if (startsWith(cursor, text)) cursor.at += text.length
  else fail(cursor, `${text} is missing`)
}

/** Reads something inside of something else. */
export function inside<T>(cursor: Cursor, read: () => T): T {
  cursor.depth += 1
  if (cursor.depth > maxDepth) fail(cursor, 'it is nested too deeply')
  const result = read()
  cursor.depth -= 1
  return result
}

/** The text at the cursor up to where the pattern ends, without moving. @param pattern sticky */
export function ahead(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at
  return pattern.exec(cursor.source)?.[0] ?? null
}

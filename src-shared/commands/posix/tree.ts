/**
 * A command line as a POSIX shell or bash takes it apart, as far as rules and verdicts need it: which commands it
 * consists of, joined by what, and of which words.
 * Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
 */
export interface Script {
  readonly items: readonly Item[]
}

/** A pipeline, and how the next one follows. */
export interface Item {
  readonly commands: readonly Command[]
  /** After `!`. */
  readonly negated: boolean
  readonly after: 'and' | 'or' | 'next' | 'background' | 'end'
}

export type Command = SimpleCommand | CompoundCommand

export interface SimpleCommand {
  readonly kind: 'simple'
  /** As it is written, without what is around it. */
  readonly raw: string
  readonly assignments: readonly Assignment[]
  readonly words: readonly Word[]
  readonly redirects: readonly Redirect[]
}

/** `{`, `(`, `if`, `for`, … with all scripts in it. */
export interface CompoundCommand {
  readonly kind: 'compound'
  readonly keyword: '(' | '{' | '((' | '[[' | 'if' | 'while' | 'until' | 'for' | 'select' | 'case' | 'function'
  readonly scripts: readonly Script[]
  readonly words: readonly Word[]
  readonly redirects: readonly Redirect[]
}

export interface Assignment {
  readonly name: string
  readonly value: Word
}

export interface Redirect {
  /** `>`, `>>`, `<<`, … without the number before it. */
  readonly operator: string
  readonly target: Word
  /** What a here-document holds; else null. */
  readonly body: Word | null
}

/** Text, or null: what is only known when it runs, which may be any text, or several words. */
export type Piece = string | null

/** A word without its quotes. */
export interface Word {
  readonly raw: string
  readonly pieces: readonly Piece[]
  /** The commands whose output is part of it. */
  readonly scripts: readonly Script[]
}

/** The word's text; null if a part of it is only known when it runs. */
export function knownText({ pieces }: Pick<Word, 'pieces'>): string | null {
  let text = ''
  for (const piece of pieces) {
    if (piece === null) return null
    text += piece
  }
  return text
}

export const wordOf = (text: string): Word => ({ raw: text, pieces: [text], scripts: [] })

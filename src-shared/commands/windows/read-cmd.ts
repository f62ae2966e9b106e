import { type Piece, type Word, wordOf } from '../posix/tree.ts'
import type { WindowsLine } from './windows-line.ts'

/**
 * Reads a line for cmd.exe: `&`, `&&`, `||`, `|`, parentheses, quotation marks, `^`, `%NAME%`, redirections, and the
 * commands after `if`, `for … do`, `call`, `start` and `@`.
 * Source: https://learn.microsoft.com/windows-server/administration/windows-commands/cmd
 */
export function readCmd(line: string): WindowsLine {
  const { groups, writes, isPlain } = splitLine(line)
  const commands = groups.map(withoutLead).filter((words) => words.length > 0)
  return { commands, writes, unreadable: [], isPlain: isPlain && commands.length === groups.length }
}

interface Draft {
  raw: string
  readonly pieces: Piece[]
}

function splitLine(line: string) {
  const groups: Word[][] = [[]]
  const writes: Word[] = []
  let draft: Draft | null = null
  let isQuoted = false
  let isPlain = true
  let target = false
  const put = (raw: string, piece: Piece) => {
    draft ??= { raw: '', pieces: [] }
    draft.raw += raw
    draft.pieces.push(piece)
  }
  const endWord = () => {
    if (draft === null) return
    const word: Word = { raw: draft.raw, pieces: draft.pieces, scripts: [] }
    if (target) writes.push(word)
    else groups.at(-1)?.push(word)
    target = false
    draft = null
  }
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    const variable =
      letter === '%' ? /^%(?:[^%\s]{1,200}%|%?~?[A-Za-z0-9*])/.exec(line.slice(at, at + 204))?.[0] : undefined
    if (letter === '"') {
      isQuoted = !isQuoted
      put(letter, '')
    } else if (variable !== undefined) {
      put(variable, null)
      at += variable.length - 1
    } else if (isQuoted) put(letter, letter)
    else if (letter === '^') {
      at += 1
      if (!/[\r\n]/.test(line.charAt(at))) put(line.charAt(at), line.charAt(at))
    } else if (/[&|()\r\n]/.test(letter)) {
      endWord()
      groups.push([])
      if (/[()]/.test(letter)) isPlain = false
    } else if (/[<>]/.test(letter)) {
      if (/^\d$/.test(draftText(draft))) draft = null
      endWord()
      isPlain = false
      if (line.charAt(at + 1) === '>') at += 1
      if (line.charAt(at + 1) === '&') at += 2
      else target = letter === '>'
    } else if (/[\s,;=]/.test(letter)) endWord()
    else put(letter, letter)
  }
  endWord()
  return { groups: groups.filter((words) => words.length > 0), writes, isPlain }
}

const draftText = (draft: Draft | null): string => draft?.raw ?? ''

const textOf = (word: Word | undefined): string =>
  word === undefined ? '' : word.raw.replaceAll('"', '').toLowerCase()

const maxLeads = 20

/** The words without what only leads to a command. */
function withoutLead(given: readonly Word[]): readonly Word[] {
  let words = given
  for (let leads = 0; leads < maxLeads; leads++) {
    const first = textOf(words[0])
    if (first.startsWith('@')) {
      const name = first.slice(1)
      words = name === '' ? words.slice(1) : [wordOf(name), ...words.slice(1)]
    } else if (first === 'call' || first === 'else' || first === 'do') words = words.slice(1)
    else if (first === 'start') words = afterStart(words)
    else if (first === 'if') words = afterIf(words)
    else if (first === 'for') words = words.slice(words.length)
    else return words
  }
  return words
}

/** `start "title" /b /wait git push` */
function afterStart(words: readonly Word[]): readonly Word[] {
  let at = words[1]?.raw.startsWith('"') === true ? 2 : 1
  while (/^\//.test(textOf(words[at]))) at += textOf(words[at]) === '/d' ? 2 : 1
  return words.slice(at)
}

/** `if not exist x`, `if defined x`, `if errorlevel 1`, `if a==b`; `=` parts words. */
function afterIf(words: readonly Word[]): readonly Word[] {
  let at = 1
  while (/^(not|\/i)$/.test(textOf(words[at]))) at += 1
  if (/^(exist|defined|errorlevel|cmdextversion)$/.test(textOf(words[at]))) return words.slice(at + 2)
  return words.slice(at + (/^(equ|neq|lss|leq|gtr|geq)$/.test(textOf(words[at + 1])) ? 3 : 2))
}

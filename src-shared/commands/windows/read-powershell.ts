import { knownText, type Piece, type Word } from '../posix/tree.ts'
import type { WindowsLine } from './windows-line.ts'

/**
 * Reads a line for PowerShell: `;`, `|`, `&&`, `||`, brackets of all kinds, both kinds of quotation marks, the backtick,
 * `$name`, `& 'program'`, `Start-Process`, `Invoke-Expression`.
 * Source: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_parsing
 */
export function readPowershell(line: string): WindowsLine {
  const { groups, writes, isPlain } = splitLine(line)
  const unreadable = new Set<string>()
  const commands = groups.flatMap((words) => {
    const name = textOf(words[0])
    if (name === '') return words.length === 0 ? [] : [words]
    if (name === 'iex' || name === 'invoke-expression') {
      const text = words[1] === undefined ? null : knownText(words[1])
      if (text === null) unreadable.add('PowerShell runs a text that is only known then')
      return text === null ? [] : readPowershell(text).commands
    }
    if (name === 'start-process' || name === 'saps') return [startProcess(words)]
    return [words]
  })
  return { commands, writes, unreadable: [...unreadable], isPlain }
}

const textOf = (word: Word | undefined): string => (word === undefined ? '' : (knownText(word) ?? '').toLowerCase())

/** `Start-Process git -ArgumentList push,origin` */
const startProcess = (words: readonly Word[]): readonly Word[] =>
  words.slice(1).filter((word) => !/^-(filepath|argumentlist|args|wait|nonewwindow|passthru)$/.test(textOf(word)))

function splitLine(line: string) {
  const groups: Word[][] = [[]]
  const writes: Word[] = []
  let draft: { raw: string; readonly pieces: Piece[] } | null = null
  let target = false
  let isPlain = true
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
    if (letter === "'") {
      const end = line.indexOf("'", at + 1)
      const text = line.slice(at + 1, end === -1 ? undefined : end)
      put(`'${text}'`, text)
      at = end === -1 ? line.length : end
    } else if (letter === '"') {
      const end = endOfQuoted(line, at)
      const text = line.slice(at + 1, end)
      put(`"${text}"`, text.includes('$') ? null : text.replace(/`(.)/g, '$1'))
      at = end
    } else if (letter === '`') {
      at += 1
      if (!/[\r\n]/.test(line.charAt(at))) put(`\`${line.charAt(at)}`, line.charAt(at))
    } else if (letter === '$' && line.charAt(at + 1) !== '(') {
      const name = /^\$[\w:?]*/.exec(line.slice(at, at + 200))?.[0] ?? letter
      put(name, null)
      at += name.length - 1
    } else if (/[;|{}()\r\n]/.test(letter) || (letter === '&' && line.charAt(at + 1) === '&')) {
      endWord()
      groups.push([])
      isPlain = false
    } else if (letter === '>') {
      if (/^[\d*]$/.test(draftRaw(draft))) draft = null
      endWord()
      isPlain = false
      if (line.charAt(at + 1) === '>') at += 1
      if (line.charAt(at + 1) === '&') at += 2
      else target = true
    } else if (/[\s,&$]/.test(letter)) endWord()
    else put(letter, letter)
  }
  endWord()
  return { groups: groups.filter((words) => words.length > 0), writes, isPlain }
}

const draftRaw = (draft: { readonly raw: string } | null): string => draft?.raw ?? ''

function endOfQuoted(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line.charAt(at) === '`') at += 1
    else if (line.charAt(at) === '"') return at
  }
  return line.length
}

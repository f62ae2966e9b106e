import { ahead, type Cursor, expect, fail, inside, isAtEnd, newDraft, next, startsWith } from './cursor.ts'
import { readArithmetic } from './expansions.ts'
import { passLineFeed } from './here-documents.ts'
import { passBlanks, passLines, readRedirects, readSimple } from './simple-command.ts'
import type { Command, CompoundCommand, Item, Script, Word } from './tree.ts'
import { readWord } from './words.ts'

export interface ParsedShell {
  readonly script: Script
  /** Why the rest could not be read; null: all was. A shell runs the lines before a syntax error. */
  readonly problem: string | null
}

const maxCommands = 2000

/** Takes a command line apart. Never throws, and takes linear time. */
export function parseShell(source: string): ParsedShell {
  const cursor: Cursor = {
    source,
    at: 0,
    depth: 0,
    awaited: [],
    budget: { commands: maxCommands },
    problem: null,
    readScript,
  }
  const script = readScript(cursor)
  if (cursor.problem === null && cursor.at < source.length)
    fail(cursor, 'a bracket or a word of the shell is not opened')
  return { script, problem: cursor.problem }
}

/** Words that end a script inside of a compound command. */
const closing = /(?:then|elif|else|fi|do|done|esac|\})(?=[\s;&|()<>]|$)|;;&|;;|;&|\)/y

function readScript(cursor: Cursor): Script {
  const items: Item[] = []
  passLines(cursor)
  while (!isAtEnd(cursor) && ahead(cursor, closing) === null) {
    const { commands, negated } = readPipeline(cursor)
    passBlanks(cursor)
    items.push({ commands, negated, after: readSeparator(cursor) })
    passLines(cursor)
  }
  return { items }
}

const separator = /&&|\|\||[;&\n]/y

function readSeparator(cursor: Cursor): Item['after'] {
  if (isAtEnd(cursor) || ahead(cursor, closing) !== null) return 'end'
  const sign = ahead(cursor, separator)
  if (sign === null) {
    fail(cursor, `${JSON.stringify(next(cursor))} is not expected here`)
    return 'end'
  }
  if (sign === '\n') passLineFeed(cursor)
  else cursor.at += sign.length
  return sign === '&&' ? 'and' : sign === '||' ? 'or' : sign === '&' ? 'background' : 'next'
}

const beforePipeline = /(?:!|time|coproc)(?=[\s;&|(]|$)/y
const pipeSign = /\|&|\|(?!\|)/y

function readPipeline(cursor: Cursor): Pick<Item, 'commands' | 'negated'> {
  const commands: Command[] = []
  let negated = false
  for (;;) {
    const before = ahead(cursor, beforePipeline)
    if (before !== null) {
      cursor.at += before.length
      negated = before === '!' ? !negated : negated
      passBlanks(cursor)
      const option = before === 'time' ? ahead(cursor, /(?:-p(?=\s)|--(?=\s))/y) : null
      cursor.at += option?.length ?? 0
      passBlanks(cursor)
      continue
    }
    const command = inside(cursor, () => readCommand(cursor))
    if (command !== null) commands.push(command)
    passBlanks(cursor)
    const pipe = ahead(cursor, pipeSign)
    if (pipe === null || cursor.problem !== null) return { commands, negated }
    cursor.at += pipe.length
    passLines(cursor)
  }
}

const opening = /(?:\{|\[\[|if|while|until|for|select|case|function)(?=[\s;&|()<>]|$)/y

function readCommand(cursor: Cursor): Command | null {
  cursor.budget.commands -= 1
  if (cursor.budget.commands < 0) {
    fail(cursor, 'it has very many parts')
    return null
  }
  const word = ahead(cursor, opening)
  const compound = startsWith(cursor, '(') ? readParentheses(cursor) : word === null ? null : readKeyword(cursor, word)
  if (compound !== null) return { ...compound, redirects: readRedirects(cursor) }
  const from = cursor.at
  const simple = readSimple(cursor)
  if (simple === null) {
    if (cursor.problem === null && !isAtEnd(cursor) && from === cursor.at && !/[;&|\n)]/.test(next(cursor)))
      fail(cursor, `${JSON.stringify(next(cursor))} is not expected here`)
    return null
  }
  const [first] = simple.words
  if (first?.raw.includes('\\\n') === true) fail(cursor, 'the name of a command goes over two lines')
  if (simple.words.length === 1 && startsWith(cursor, '(')) return readFunction(cursor)
  return simple
}

type Compound = Omit<CompoundCommand, 'redirects'>
const compound = (keyword: Compound['keyword'], scripts: readonly Script[], words: readonly Word[] = []): Compound => ({
  kind: 'compound',
  keyword,
  scripts,
  words,
})

/** `((…))` is arithmetic only in bash: in other shells it is a subshell in a subshell. */
function asSubshells(cursor: Cursor, from: number): Script {
  const source = cursor.source.slice(from + 2, cursor.at - 2)
  const inner: Cursor = { ...cursor, source, at: 0, awaited: [] }
  return inside(inner, () => readScript(inner))
}

function readParentheses(cursor: Cursor): Compound {
  const from = cursor.at
  const draft = newDraft()
  if (startsWith(cursor, '((') && readArithmetic(cursor, draft))
    return compound('((', [...draft.scripts, asSubshells(cursor, from)])
  cursor.at += 1
  const script = readScript(cursor)
  expect(cursor, ')')
  return compound('(', [script])
}

function readKeyword(cursor: Cursor, word: string): Compound {
  cursor.at += word.length
  switch (word) {
    case '{':
      return compound('{', readUntil(cursor, '}'))
    case '[[':
      return readTest(cursor)
    case 'if':
      return compound('if', readUntil(cursor, 'fi'))
    case 'while':
    case 'until':
      return compound(word, readUntil(cursor, 'done'))
    case 'for':
    case 'select':
      return readFor(cursor, word)
    case 'case':
      return readCase(cursor)
    default:
      passBlanks(cursor)
      readWord(cursor)
      passBlanks(cursor)
      return { ...(startsWith(cursor, '(') ? readFunction(cursor) : readBody(cursor)) }
  }
}

/** Scripts with `then`, `do`, … between them, up to the word that ends them. */
function readUntil(cursor: Cursor, end: string): readonly Script[] {
  const scripts: Script[] = []
  while (!isAtEnd(cursor)) {
    scripts.push(readScript(cursor))
    const word = ahead(cursor, closing)
    if (word === null || word === ')' || word.startsWith(';')) break
    cursor.at += word.length
    if (word === end) return scripts
  }
  fail(cursor, `${end} is missing`)
  return scripts
}

/** `for x in a b; do …; done`, `for ((…)); do …; done`. */
function readFor(cursor: Cursor, keyword: 'for' | 'select'): Compound {
  const words: Word[] = []
  const draft = newDraft()
  passBlanks(cursor)
  if (!startsWith(cursor, '((') || !readArithmetic(cursor, draft))
    for (let word = readWord(cursor); word !== null; word = readWord(cursor)) {
      words.push(word)
      passBlanks(cursor)
    }
  passBlanks(cursor)
  if (next(cursor) === ';') cursor.at += 1
  passLines(cursor)
  const open = ahead(cursor, /(?:do|\{)(?=[\s;&|()<>]|$)/y)
  if (open === null) fail(cursor, 'do is missing')
  cursor.at += open?.length ?? 0
  return compound(keyword, [...draft.scripts, ...readUntil(cursor, open === '{' ? '}' : 'done')], words)
}

function readCase(cursor: Cursor): Compound {
  const scripts: Script[] = []
  passBlanks(cursor)
  const words = [readWord(cursor)].filter((each) => each !== null)
  passLines(cursor)
  expect(cursor, 'in')
  passLines(cursor)
  while (!isAtEnd(cursor) && ahead(cursor, /esac(?=[\s;&|()<>]|$)/y) === null) {
    if (next(cursor) === '(') cursor.at += 1
    for (passBlanks(cursor); !isAtEnd(cursor) && next(cursor) !== ')'; passBlanks(cursor)) {
      const pattern = readWord(cursor)
      if (pattern !== null) words.push(pattern)
      else if (next(cursor) === '|') cursor.at += 1
      else fail(cursor, ') is missing')
    }
    expect(cursor, ')')
    scripts.push(readScript(cursor))
    cursor.at += ahead(cursor, /;;&|;;|;&/y)?.length ?? 0
    passLines(cursor)
  }
  expect(cursor, 'esac')
  return compound('case', scripts, words)
}

/** `[[ … ]]`: only the commands in its words run. */
function readTest(cursor: Cursor): Compound {
  const words: Word[] = []
  for (passLines(cursor); !isAtEnd(cursor); passLines(cursor)) {
    const word = readWord(cursor)
    if (word?.raw === ']]') return compound('[[', [], words)
    if (word === null) cursor.at += 1
    else words.push(word)
  }
  fail(cursor, ']] is missing')
  return compound('[[', [], words)
}

/** `()` and the body. A function counts as if it were called. */
function readFunction(cursor: Cursor): Compound & { readonly redirects: readonly [] } {
  expect(cursor, '(')
  passBlanks(cursor)
  expect(cursor, ')')
  return { ...readBody(cursor), redirects: [] }
}

function readBody(cursor: Cursor): Compound {
  passLines(cursor)
  const command = inside(cursor, () => readCommand(cursor))
  return compound(
    'function',
    command === null ? [] : [{ items: [{ commands: [command], negated: false, after: 'end' }] }],
  )
}

import { knownText, type Piece, type Word } from './posix/tree.ts'

/** Programs that start another one once for each thing that they find or are handed. */

interface StartedWords {
  readonly kind: 'words'
  readonly words: readonly Word[]
}
type StartedText =
  | { readonly kind: 'shell'; readonly text: Word; readonly shell: 'posix' }
  | { readonly kind: 'unreadable'; readonly why: string }

const anything: Word = { raw: '{}', pieces: [null], scripts: [] }
const textOf = (word: Word | undefined): string => (word === undefined ? '' : (knownText(word) ?? ''))

/** The words with spaces between, as one text. */
export function joined(words: readonly Word[]): Word {
  const pieces = words.flatMap(({ pieces: own }, at): readonly Piece[] => (at === 0 ? own : [' ', ...own]))
  return { raw: words.map(({ raw }) => raw).join(' '), pieces, scripts: [] }
}

/** The word with `mark` in it standing for anything. */
function filled(word: Word, mark: string): Word {
  const text = knownText(word)
  if (text === null || mark === '' || !text.includes(mark)) return word
  const pieces = text.split(mark).flatMap((part, at): readonly Piece[] => (at === 0 ? [part] : [null, part]))
  return { ...word, pieces: pieces.filter((piece) => piece !== '') }
}

/** `find . -exec git push {} \;` */
export function findStarts(args: readonly Word[]): readonly StartedWords[] {
  const started: StartedWords[] = []
  for (const [at, word] of args.entries()) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(textOf(word))) continue
    const rest = args.slice(at + 1)
    const end = rest.findIndex((each) => /^[;+]$/.test(textOf(each)))
    const words = (end === -1 ? rest : rest.slice(0, end)).map((each) => filled(each, '{}'))
    if (words.length > 0) started.push({ kind: 'words', words })
  }
  return started
}

const xargsValued =
  /^(-[adEILnPs]|--(arg-file|delimiter|eof|replace|max-args|max-procs|max-lines|max-chars|process-slot-var))$/

/** `… | xargs git push`: what it is handed follows, or takes the place of the mark of `-I`. */
export function xargsStarts(args: readonly Word[]): readonly StartedWords[] {
  let mark = ''
  let at = 0
  for (; at < args.length; at++) {
    const text = textOf(args[at])
    if (!text.startsWith('-')) break
    const joinedMark = /^(?:-I|--replace=|-i)(.+)$/.exec(text)?.[1]
    if (joinedMark !== undefined) mark = joinedMark
    else if (text === '-I' || text === '--replace') mark = textOf(args[at + 1])
    else if (text === '-i') mark = '{}'
    if (text === '--') {
      at += 1
      break
    }
    if (xargsValued.test(text)) at += 1
  }
  const words = args.slice(at)
  if (words.length === 0) return []
  return [{ kind: 'words', words: mark === '' ? [...words, anything] : words.map((each) => filled(each, mark)) }]
}

/** GNU parallel: a text for a shell, up to `:::`. */
export function parallelStarts(args: readonly Word[]): readonly StartedText[] {
  const end = args.findIndex((word) => /^::::?\+?$/.test(textOf(word)))
  const own = end === -1 ? args : args.slice(0, end)
  const from = own.findIndex((word, at) => !textOf(word).startsWith('-') && !/^-[jNnISPL]$/.test(textOf(own[at - 1])))
  if (from === -1) return [{ kind: 'unreadable', why: 'parallel runs the lines that it is handed' }]
  const text = joined(own.slice(from).map((each) => filled(each, '{}')))
  return [{ kind: 'shell', text: { ...text, pieces: [...text.pieces, ' ', null] }, shell: 'posix' }]
}

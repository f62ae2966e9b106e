import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { revealHidden } from '../../src-shared/base/hidden-characters.ts'
import { hasColors, paint } from './colors.ts'
import { type TypedAhead, terminalPrompt } from './terminal-prompt.ts'

/** Where a command reads and writes; tests hand in their own. */
export interface Terminal {
  /** What the command found, for a person to read: names, titles, tables. Hidden characters in it are written out. */
  out(text: string): void
  /** The same for a program to read: JSON, an export, a model's answer. Goes byte for byte to a file or a pipe. */
  data(text: string): void
  /**
   * A piece of a text that is still coming in, such as a model's answer; null if the output does not go to a terminal.
   * What is printed next begins on a line of its own.
   */
  readonly stream: ((text: string) => void) | null
  /** What went wrong, and what a run came to. */
  error(text: string): void
  /** Progress; printed only to a terminal. */
  progress(text: string): void
  /** Aborted when the output is no longer read, such as after `| head -1`. */
  readonly unread: AbortSignal
  /** Characters of a line; null if the output does not go to a terminal. */
  readonly width: number | null
  /** Asks a person; null if there is none to ask. Its answer is null if none can come: the input or the run ended. */
  readonly ask: ((question: string, signal: AbortSignal, typedAhead?: TypedAhead) => Promise<string | null>) | null
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  const unread = new AbortController()
  stdout.on('error', () => unread.abort())
  // If the terminal was closed, write errors are ignored; the messages are also stored with the run.
  stderr.on('error', () => undefined)
  // Questions go where a person sees them, also if standard error or standard output is a file.
  const screen = stderr.isTTY ? stderr : stdout.isTTY ? stdout : null
  const prompt = stdin.isTTY && screen !== null ? terminalPrompt(stdin, screen) : null
  /** What goes to the screen waits while a question is open there: it would tear apart what the person types. */
  let isMidLine = false
  const show = (to: WriteStream, text: string, isPiece = false) => {
    const write = () => {
      if (to === stdout && unread.signal.aborted) return
      const isTorn = isMidLine && to.isTTY && !isPiece
      to.write(isTorn ? `\n${text}` : text)
      if (to.isTTY) isMidLine = isPiece && !text.endsWith('\n')
    }
    if (prompt === null || !to.isTTY) write()
    else prompt.whenClosed(write)
  }
  const onNewLine = (question: string) => {
    const isTorn = isMidLine
    isMidLine = false
    return isTorn ? `\n${question}` : question
  }
  const lines = (to: WriteStream, text: string) => {
    const plain = escapeForTerminal(text)
    show(to, hasColors(to) ? paint(plain) : plain)
  }
  return {
    unread: unread.signal,
    width: stdout.isTTY ? stdout.columns : null,
    out: (text) => lines(stdout, text),
    stream: stdout.isTTY ? (text) => show(stdout, escapeForTerminal(text), true) : null,
    data: (text) => show(stdout, stdout.isTTY ? escapeForTerminal(text) : text),
    error: (text) => lines(stderr, `${text}\n`),
    progress: (text) => {
      if (stderr.isTTY) lines(stderr, `${text}\n`)
    },
    ask:
      prompt === null
        ? null
        : (question, signal, typedAhead) => prompt.ask(onNewLine(escapeForTerminal(question)), signal, typedAhead),
  }
}

/**
 * Text from a model, a project or a tool must neither command the terminal nor look like another text (T27): escape
 * sequences are taken out, other hidden characters written out. All that a command prints passes here.
 */
export function escapeForTerminal(text: string): string {
  return revealHidden(stripVTControlCharacters(text).replaceAll('\r\n', '\n'))
}

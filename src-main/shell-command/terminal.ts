import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { revealHidden } from '../../src-shared/base/hidden-characters.ts'

/** Where a command reads and writes; tests hand in their own. */
export interface Terminal {
  /** What the command found, for a person to read: names, titles, tables. Hidden characters in it are written out. */
  out(text: string): void
  /** The same for a program to read: JSON, an export, a model's answer. Goes byte for byte to a file or a pipe. */
  data(text: string): void
  /** What went wrong. */
  error(text: string): void
  /** Progress; printed only to a terminal. */
  progress(text: string): void
  /** Aborted when the output is no longer read, such as after `| head -1`. */
  readonly unread: AbortSignal
  /** Characters of a line; null if the output does not go to a terminal. */
  readonly width: number | null
  /** Asks a person; null if there is none to ask. Its answer is null if none can come: the input or the run ended. */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string | null>) | null
}

export function processTerminal(): Terminal {
  const person = process.stdin.isTTY && process.stderr.isTTY
  const unread = new AbortController()
  process.stdout.on('error', () => unread.abort())
  // If the terminal was closed, write errors are ignored; the messages are also stored with the run.
  process.stderr.on('error', () => undefined)
  const write = (text: string) => {
    if (!unread.signal.aborted) process.stdout.write(text)
  }
  return {
    unread: unread.signal,
    width: process.stdout.isTTY ? process.stdout.columns : null,
    out: (text) => write(escapeForTerminal(text)),
    data: (text) => write(process.stdout.isTTY ? escapeForTerminal(text) : text),
    error: (text) => {
      process.stderr.write(`${escapeForTerminal(text)}\n`)
    },
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`${escapeForTerminal(text)}\n`)
    },
    ask: person ? askInTerminal : null,
  }
}

/**
 * Text from a model, a project or a tool must neither command the terminal nor look like another text (T27): escape
 * sequences are taken out, other hidden characters written out. All that a command prints passes here.
 */
export function escapeForTerminal(text: string): string {
  return revealHidden(stripVTControlCharacters(text).replaceAll('\r\n', '\n'))
}

function askInTerminal(question: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return Promise.resolve(null)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    const end = (answer: string | null) => {
      signal.removeEventListener('abort', stop)
      lines.close()
      resolve(answer)
    }
    const stop = () => end(null)
    signal.addEventListener('abort', stop)
    // A terminal in line mode swallows Ctrl-C: hand it on.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    lines.on('close', stop)
    lines.question(`${escapeForTerminal(question)} `, end)
  })
}

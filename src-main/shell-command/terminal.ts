import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

/** Where a command reads and writes; tests hand in their own. */
export interface Terminal {
  /** The answer, and nothing else. */
  out(text: string): void
  /** What went wrong. */
  error(text: string): void
  /** What is going on; said only where a person looks on. */
  progress(text: string): void
  /** Aborted when nobody reads the answer any more, such as after `| head -1`. */
  readonly unread: AbortSignal
  /** Of a line, characters; null where the answer goes to no terminal. */
  readonly width: number | null
  /** Asks a person; null where there is none to ask. */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string>) | null
}

export function processTerminal(): Terminal {
  const person = process.stdin.isTTY && process.stderr.isTTY
  const unread = new AbortController()
  process.stdout.on('error', () => unread.abort())
  // Whoever closed it wants to hear no more; what is told there is kept with the run too.
  process.stderr.on('error', () => undefined)
  return {
    unread: unread.signal,
    width: process.stdout.isTTY ? process.stdout.columns : null,
    out: (text) => {
      if (unread.signal.aborted) return
      process.stdout.write(process.stdout.isTTY ? harmless(text) : text)
    },
    error: (text) => {
      process.stderr.write(`${text}\n`)
    },
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`${harmless(text)}\n`)
    },
    ask: person ? askInTerminal : null,
  }
}

/** Text from a model or a file must not command the terminal (T27). */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}

function askInTerminal(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    const end = (answer: string) => {
      signal.removeEventListener('abort', stop)
      lines.close()
      resolve(answer)
    }
    const stop = () => end('')
    signal.addEventListener('abort', stop)
    // A terminal in line mode swallows Ctrl-C: hand it on.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    lines.on('close', stop)
    lines.question(`${harmless(question)} `, end)
  })
}

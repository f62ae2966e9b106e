import { createInterface } from 'node:readline'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ReadStream, WriteStream } from 'node:tty'
import { plainText } from '../../src-shared/base/plain-text.ts'

/** The one place where a command reads what a person types. */
export interface TerminalPrompt {
  /**
   * Shows a question and returns what is typed, without the Enter that ends it. Lines pasted at once are one answer.
   * @param question plain text; its last line stands before the cursor
   * @param typedAhead what becomes of what was typed before: it answers no question, but may begin a message, which
   * Enter sends
   * @returns null if no answer can come: the input ended (Ctrl-D), or `signal` was aborted
   */
  ask(question: string, signal: AbortSignal, typedAhead?: TypedAhead): Promise<string | null>
  /** Does something to the screen: at once, or, while a question is open, after it. */
  whenClosed(write: () => void): void
}

export type TypedAhead = 'drop' | 'keep'

/** Lines that follow each other faster than this were pasted, ms. */
const pasteGapMs = 40
/** For how long what was typed before a question is taken out of the input, ms. */
const drainMs = 30

export function terminalPrompt(input: ReadStream, output: WriteStream): TerminalPrompt {
  let isOpen = false
  const held: (() => void)[] = []
  const close = () => {
    isOpen = false
    for (const write of held.splice(0)) write()
  }
  return {
    whenClosed: (write) => {
      if (isOpen) held.push(write)
      else write()
    },
    ask: async (question, signal, typedAhead = 'drop') => {
      if (signal.aborted) return null
      isOpen = true
      try {
        const typed = await takeTypedAhead(input)
        if (signal.aborted) return null
        return await readAnswer(input, output, { question, begun: typedAhead === 'keep' ? typed : '' }, signal)
      } finally {
        close()
      }
    },
  }
}

/** Takes what was typed before a question could be read, as one line; Ctrl-C in it is heard. */
async function takeTypedAhead(input: ReadStream): Promise<string> {
  const parts: Buffer[] = []
  const hear = (typed: Buffer) => {
    if (typed.includes(0x03)) interrupt()
    parts.push(typed)
  }
  input.setRawMode(true)
  input.on('data', hear)
  // After an earlier question it is paused, which a listener alone does not end.
  input.resume()
  await setTimeout(drainMs)
  // A busy process may only come to its timer by then: input is looked at between the timer and this.
  for (let turns = 0; turns < 2; turns++) await setImmediate()
  input.off('data', hear)
  input.pause()
  input.setRawMode(false)
  return plainText(Buffer.concat(parts).toString('utf8').replaceAll('\r', '\n')).replace(/\s+/g, ' ').trim()
}

function readAnswer(
  input: ReadStream,
  output: WriteStream,
  { question, begun }: { readonly question: string; readonly begun: string },
  signal: AbortSignal,
): Promise<string | null> {
  const end = question.lastIndexOf('\n') + 1
  output.write(question.slice(0, end))
  const lines = createInterface({ input, output, historySize: 0, prompt: `${question.slice(end)} ` })
  return new Promise((resolve) => {
    const typed: string[] = []
    let pause: NodeJS.Timeout | undefined
    const finish = (answer: string | null) => {
      clearTimeout(pause)
      signal.removeEventListener('abort', stop)
      // Closing emits `close` at once, which must find the answer given.
      lines.off('close', stop)
      lines.close()
      resolve(answer)
    }
    const stop = () => {
      output.write('\n')
      finish(null)
    }
    signal.addEventListener('abort', stop)
    lines.on('line', (line) => {
      typed.push(line)
      clearTimeout(pause)
      // The rest of a paste without a last Enter waits for that Enter.
      pause = globalThis.setTimeout(() => {
        if (lines.line === '') finish(typed.join('\n'))
      }, pasteGapMs)
    })
    lines.on('SIGINT', () => {
      stop()
      interrupt()
    })
    lines.on('close', stop)
    lines.prompt()
    if (begun !== '') lines.write(begun)
  })
}

/** Does what Ctrl-C does where the terminal itself reads it; a process that does not listen ends by it. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.emit('SIGINT', 'SIGINT')
  else process.exit(130)
}

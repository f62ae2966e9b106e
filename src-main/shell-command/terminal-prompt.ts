import { createInterface } from 'node:readline'
import type { ReadStream, WriteStream } from 'node:tty'

/** The one place where a command reads what a person types. */
export interface TerminalPrompt {
  /**
   * Shows a question and returns what is typed, without the Enter that ends it. Lines pasted at once are one answer.
   * @param question plain text; its last line stands before the cursor
   * @returns null if no answer can come: the input ended (Ctrl-D), or `signal` was aborted
   */
  ask(question: string, signal: AbortSignal): Promise<string | null>
  /** Does something to the screen: at once, or, while a question is open, after it. */
  whenClosed(write: () => void): void
}

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
    ask: async (question, signal) => {
      if (signal.aborted) return null
      isOpen = true
      try {
        await dropTypedAhead(input)
        return signal.aborted ? null : await readAnswer(input, output, question, signal)
      } finally {
        close()
      }
    },
  }
}

/** What was typed before a question could be read is no answer to it, but Ctrl-C is heard. */
async function dropTypedAhead(input: ReadStream): Promise<void> {
  const hear = (typed: Buffer) => {
    if (typed.includes(0x03)) interrupt()
  }
  input.setRawMode(true)
  input.on('data', hear)
  await new Promise((resolve) => setTimeout(resolve, drainMs))
  input.off('data', hear)
  input.pause()
  input.setRawMode(false)
}

function readAnswer(
  input: ReadStream,
  output: WriteStream,
  question: string,
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
      pause = setTimeout(() => {
        if (lines.line === '') finish(typed.join('\n'))
      }, pasteGapMs)
    })
    lines.on('SIGINT', () => {
      stop()
      interrupt()
    })
    lines.on('close', stop)
    lines.prompt()
  })
}

/** Does what Ctrl-C does where the terminal itself reads it; a process that does not listen ends by it. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.emit('SIGINT', 'SIGINT')
  else process.exit(130)
}

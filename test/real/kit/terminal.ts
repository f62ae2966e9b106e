import { join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import headless from '@xterm/headless'
import { expect, onTestFinished } from 'vitest'

/** A program in a real terminal (a pseudo-terminal of the system), with what a person sees of it. */
export interface TerminalProgram {
  /** Types a text as it is, at once; Enter is `\r`. */
  type(text: string): void
  /** Types one character after the other, each once the terminal has shown the one before. */
  typeSlowly(text: string): Promise<void>
  /** What stands on the screen and above it, line by line as the terminal wraps them, without empty ends. */
  screen(): string
  /** All bytes that the program wrote, escapes included. */
  raw(): string
  /** Resolves once `text` stands on the screen; fails with the screen if it doesn't come. */
  sees(text: string | RegExp): Promise<void>
  resize(columns: number): void
  /** SIGHUP, as when the window of the terminal is closed. */
  hangUp(): void
  kill(): void
  readonly ended: Promise<{ readonly code: number; readonly signal: number }>
}

interface Options {
  readonly columns?: number
  readonly cwd?: string
  readonly env?: { readonly [name: string]: string }
}

const agent = join(import.meta.dirname, '../../../src-main/shell-command/agent.js')
const interruptKey = '\u0003'
const endKey = '\u0004'
export const keys = { interrupt: interruptKey, end: endKey, enter: '\r' } as const

/** Starts the command line in a terminal of its own; killed after the test. */
export function agentInTerminal(home: string, args: readonly string[], options: Options = {}): TerminalProgram {
  return programInTerminal(process.execPath, [agent, ...args], {
    ...options,
    env: { STRATAGEM_HOME: home, ...options.env },
  })
}

/** Starts any program in a terminal of its own; killed after the test. */
export function programInTerminal(
  program: string,
  args: readonly string[],
  { columns = 80, cwd = process.cwd(), env = {} }: Options = {},
): TerminalProgram {
  const pty: IPty = spawn(program, [...args], {
    name: 'xterm-256color',
    cols: columns,
    rows: 40,
    cwd,
    env: { ...process.env, ...env },
  })
  const shown = new headless.Terminal({ cols: columns, rows: 40, scrollback: 5000, allowProposedApi: true })
  let raw = ''
  pty.onData((data) => {
    raw += data
    shown.write(data)
  })
  // Answers of the terminal, such as where its cursor is.
  shown.onData((answer) => pty.write(answer))
  let isOver = false
  const ended = new Promise<{ code: number; signal: number }>((resolve) =>
    pty.onExit(({ exitCode, signal = 0 }) => {
      isOver = true
      resolve({ code: exitCode, signal })
    }),
  )
  const kill = () => {
    if (!isOver) pty.kill('SIGKILL')
  }
  onTestFinished(kill)
  const screen = () => linesOf(shown).join('\n').trimEnd()
  return {
    type: (text) => pty.write(text),
    typeSlowly: async (text) => {
      for (const character of text) {
        const before = raw.length
        pty.write(character)
        await expect.poll(() => raw.length).toBeGreaterThan(before)
      }
    },
    screen,
    raw: () => raw,
    sees: async (text) => {
      const has = () => (typeof text === 'string' ? unwrapped(shown).includes(text) : text.test(unwrapped(shown)))
      await expect
        .poll(() => has() || isOver)
        .toBe(true)
        .catch(() => undefined)
      if (!has())
        throw new Error(`The terminal never showed ${text}${isOver ? ', and the program has ended' : ''}:\n${screen()}`)
    },
    resize: (to) => {
      pty.resize(to, 40)
      shown.resize(to, 40)
    },
    hangUp: () => pty.kill('SIGHUP'),
    kill,
    ended,
  }
}

function linesOf(terminal: headless.Terminal): string[] {
  const { active } = terminal.buffer
  return Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '')
}

/** The same with the lines that the terminal broke put together again. */
function unwrapped(terminal: headless.Terminal): string {
  const { active } = terminal.buffer
  let text = ''
  for (let at = 0; at < active.length; at += 1) {
    const line = active.getLine(at)
    const goesOn = active.getLine(at + 1)?.isWrapped === true
    text += `${line?.translateToString(!goesOn) ?? ''}${goesOn ? '' : '\n'}`
  }
  return text
}

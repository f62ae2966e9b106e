import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'
import { onTestFinished } from 'vitest'

const program = join(import.meta.dirname, '../../../src-main/shell-command/agent.js')

export interface AgentProcess {
  /** For the protocol's own client. */
  stream(): acp.Stream
  /** Sends a line as it is. */
  write(line: string): void
  /** The next message on standard output. Fails on a line that is no JSON. */
  next(): Promise<Record<string, unknown>>
  /** Closes its standard input. */
  end(): void
  /** SIGKILL. */
  kill(): void
  readonly exited: Promise<number | null>
  /** Standard error so far. */
  error(): string
}

/** Starts `agent acp` or `agent mcp`, as an editor does; killed after the test. */
export function startAgent(
  home: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): AgentProcess {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, STRATAGEM_HOME: home, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  child.stdin.on('error', () => undefined)
  let error = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  const lines: string[] = []
  let rest = ''
  let wake = () => {}
  const collect = () =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      wake()
    })
  let collects = false
  return {
    stream: () => acp.ndJsonStream(Writable.toWeb(child.stdin), readable(child.stdout)),
    write: (line) => child.stdin.write(`${line}\n`),
    next: async () => {
      if (!collects) collect()
      collects = true
      while (lines.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return JSON.parse(lines.shift() ?? '')
    },
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    exited: new Promise((resolve) => child.on('close', resolve)),
    error: () => error,
  }
}

/** An editor that ends the connection does not read the rest. */
function readable(from: Readable): ReadableStream<Uint8Array> {
  let isOpen = true
  return new ReadableStream({
    start: (to) => {
      from.on('data', (bytes) => isOpen && to.enqueue(Buffer.from(bytes)))
      from.on('close', () => isOpen && to.close())
    },
    cancel: () => {
      isOpen = false
    },
  })
}

import { StringDecoder } from 'node:string_decoder'
import { FailureError } from '../../../src-shared/base/failure.ts'
import type { Confine } from '../../../src-shared/workspace/confine.ts'
import type { Child } from '../../processes/child.ts'
import { startChild } from '../../processes/start-child.ts'
import { createLiveOutput } from '../live-output.ts'
import { keepOutput } from '../text/kept-output.ts'
import { argumentLimit, type SystemShell, systemShell } from './system-shell.ts'

export interface CommandAsk {
  readonly command: string
  /** Absolute. */
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly timeLimitMs: number
  readonly signal: AbortSignal
  /** Id of the owner, such as a run: after a crash its remaining processes are found by it. */
  readonly owner: string
  /** How it is confined; left out or null: it is not. */
  readonly confine?: Confine | null
  /** What it gets as its input; left out: it has none. */
  readonly input?: string
  output(text: string): void
  /** All that it prints, as it comes; `output` gets it in batches, and of a very long one the first part. */
  printed?(text: string): void
}
export interface CommandEnd {
  readonly how: 'exited' | 'time-limit' | 'stopped'
  /** Null if it was ended by a signal. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** Both outputs in the order they came; of a very long one the first and the last part. */
  readonly output: string
}

/** Characters of output kept at each end. */
const keptEach = 500_000

/**
 * Runs one command line with the system's shell, in a process group of its own (`startChild`).
 *
 * 1. Stop and the time limit give it a moment to clean up, such as git's lock; then it is killed, even if a process
 *    ignores SIGTERM or holds the pipes. Either settles within half a second.
 * 2. Background processes end with it. One that started a new session (such as a build server) outlives a
 *    command that ended by itself, but on Linux not a stop or a time limit. On Windows, nothing
 *    in the background ends with a command that ended by itself.
 * 3. It ends with the app, even if the app is killed (`guardProcess`).
 * 4. Memory is bounded, however much is printed.
 *
 * Rejects if the shell can't be started, or would not run the whole command.
 */
export async function runCommand(ask: CommandAsk): Promise<CommandEnd> {
  const shell = systemShell(ask.environment)
  const problem = shell.problemWith(ask.command)
  if (problem !== null) throw new FailureError(notWhole(problem))
  const { folder, environment, confine, owner, signal } = ask
  const { args, input } = argumentsFor(shell, ask)
  const program = {
    program: shell.program,
    args,
    folder,
    environment,
    confine,
    verbatim: true,
  }
  const child = startChild(program, {
    kind: 'command',
    owner,
    ...(input !== undefined && { input: { text: input } }),
  })
  const printed = collect(child, ask)
  let how: CommandEnd['how'] = 'exited'
  let hasExited = false
  child.exited(() => {
    hasExited = true
  })
  const stop = (why: CommandEnd['how']) => {
    // The outcome of a command that has exited stands: only what holds its pipes is not waited for.
    if (!hasExited && how === 'exited') how = why
    void child.end()
  }
  const onStop = () => stop('stopped')
  const timer = setTimeout(() => stop('time-limit'), ask.timeLimitMs)
  signal.addEventListener('abort', onStop, { once: true })
  if (signal.aborted) onStop()
  const end = await child.ended
  clearTimeout(timer)
  signal.removeEventListener('abort', onStop)
  if (end.kind === 'not-started') throw end.why
  return { how, exitCode: end.code, signal: end.signal, output: printed.end() }
}

/** A long command comes as the input, unless that is taken. */
function argumentsFor(shell: SystemShell, { command, input }: CommandAsk) {
  const isLong = Buffer.byteLength(command) > argumentLimit
  return isLong && input === undefined && shell.argsForInput !== null
    ? { args: [...shell.argsForInput], input: command }
    : { args: shell.args(command), input }
}

/** Both outputs as they come: shown, and kept up to the limit. */
function collect(child: Child, ask: Pick<CommandAsk, 'output' | 'printed'>) {
  const output = keepOutput(keptEach)
  const live = createLiveOutput((text) => ask.output(text))
  for (const stream of [child.output, child.errors]) {
    const decoder = new StringDecoder('utf8')
    stream.on('data', (bytes: Buffer) => {
      const text = decoder.write(bytes)
      output.add(text)
      live.add(text)
      ask.printed?.(text)
    })
  }
  return {
    end() {
      live.end()
      return output.text()
    },
  }
}

const notWhole = (advice: string) => ({ kind: 'invalid-request', message: 'The command was not run.', advice }) as const

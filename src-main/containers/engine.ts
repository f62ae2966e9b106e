import { homedir } from 'node:os'
import { ownWork } from '../processes/marks.ts'
import { runToEnd } from '../processes/run-to-end.ts'

/** A program that runs containers, by its command line: docker and podman understand the same commands. */
export interface ContainerEngine {
  readonly name: 'docker' | 'podman'
  /** Absolute. */
  readonly program: string
  readonly version: string
  /** Its own environment: where its settings are and which server it uses. */
  readonly environment: NodeJS.ProcessEnv
}

export interface EngineCall {
  /** Null if it was ended: by its time limit or the signal. */
  readonly code: number | null
  readonly output: string
  /** What it printed as errors. */
  readonly trouble: string
}

export interface CallOptions {
  readonly limitMs: number
  readonly signal?: AbortSignal
}

/** Bytes kept of each output: the last ones, which say why something failed. */
const kept = 200_000

/** Runs one command of the engine to its end. Rejects only if its program can't be started. */
export async function callEngine(
  { program, environment }: Pick<ContainerEngine, 'program' | 'environment'>,
  args: readonly string[],
  { limitMs, signal }: CallOptions,
): Promise<EngineCall> {
  const { code, output, errors } = await runToEnd(
    { program, args, folder: homedir(), environment },
    { kind: 'helper', owner: ownWork },
    { within: limitMs, signal, most: kept, atMost: 'keep-last' },
  )
  return { code, output: output.toString(), trouble: errors.toString() }
}

/** docker ends an error with where there is help. */
const hint = /^(Run|See) '\w+( [\w-]+)* --help'/

/** The last line that says something, for a sentence; empty if nothing was printed. */
export function lastLine({ output, trouble }: Pick<EngineCall, 'output' | 'trouble'>): string {
  const lines = `${output}\n${trouble}`.split('\n').map((line) => line.trim())
  return lines.findLast((line) => line !== '' && !hint.test(line))?.slice(0, 300) ?? ''
}

import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Confine } from '../../src-shared/workspace/confine.ts'
import type { ChildKind } from './child-kinds.ts'

export interface ChildProgram {
  /** Absolute, or a name in `PATH`: never one in the folder. */
  readonly program: string
  readonly args: readonly string[]
  /** Absolute. */
  readonly folder: string
  /** All of it; relative parts of its `PATH` are left out. */
  readonly environment: NodeJS.ProcessEnv
  /** Left out or null: it is not confined. */
  readonly confine?: Confine | null | undefined
  /** On Windows: its arguments are a command line for the system's shell. */
  readonly verbatim?: boolean
}

export interface ChildOptions {
  readonly kind: ChildKind
  /** Id of whom it works for, such as a run: after a crash what is left of it is found by it. */
  readonly owner: string
  /** What it gets as its input; `open`: what is written to `input`; left out: it has none. */
  readonly input?: 'open' | { readonly text: string }
}

export interface Child {
  readonly pid: number | undefined
  /** Takes what is written, and drops it if there is nobody to read it. */
  readonly input: Writable
  readonly output: Readable
  readonly errors: Readable
  /** Settles when it has ended and what it printed is read; then its pipes are closed. Never rejects. */
  readonly ended: Promise<ChildEnd>
  /** Called when it has exited, before what it printed is read to the end. */
  exited(listener: () => void): void
  /** Ends it: by the end of its input and SIGTERM, then by SIGKILL. */
  end(): Promise<ChildEnd>
  /** Ends it at once. */
  kill(): Promise<ChildEnd>
  /** Whether the app waits for it before it ends: not while it only stands by. */
  awaited(isAwaited: boolean): void
}

export type ChildEnd =
  /** `code` is null if a signal ended it; both are null if it could not be waited for. */
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'not-started'; readonly why: Error }

/** A child process whose outputs are pipes. */
export interface Piped {
  readonly process: ChildProcess
  readonly input: Writable | null
  readonly output: Readable
  readonly errors: Readable
}

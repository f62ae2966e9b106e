import type { Piece, Word } from './posix/tree.ts'

/** What a command line does, as far as it can be read before it runs. */
export interface CommandReading {
  /** Every program that may run, wherever in the line it stands; of wrappers such as `timeout` both they and what they start. */
  readonly programs: readonly RunProgram[]
  /** Files that it writes, moves or deletes, as far as that is known. */
  readonly writes: readonly WrittenFile[]
  /** What can't be read before it runs, each in a few words; then more may run than `programs` says. */
  readonly unreadable: readonly string[]
  /** It is nothing but programs and their words: nothing is redirected, substituted or set. */
  readonly isPlain: boolean
}

export interface RunProgram {
  /** Without its folder and `.exe`; null: only known when it runs. */
  readonly name: string | null
  /** With the program's; of git without its own options before the subcommand. */
  readonly words: readonly Word[]
  /** All its words as they are written, with one space between. */
  readonly written: string
  /** It only starts the program after it in the list. */
  readonly isWrapper: boolean
}

export interface WrittenFile {
  /** Relative to the folder that the command starts in, or absolute. */
  readonly path: readonly Piece[]
  /** With all that is in it, if it is a folder. */
  readonly isWhole: boolean
}

import type { Word } from '../posix/tree.ts'

/** A line for cmd.exe or PowerShell, as far as rules need it. */
export interface WindowsLine {
  readonly commands: readonly (readonly Word[])[]
  /** What is redirected to. */
  readonly writes: readonly Word[]
  readonly unreadable: readonly string[]
  readonly isPlain: boolean
}

import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Changes } from '../../../src-shared/workspace/changes.ts'
import type { KeptSource } from '../strategies/imported-strategies.ts'

export interface CollectedRun {
  readonly run: Run
  /** The log's events, as they were written. */
  readonly texts: readonly string[]
  /** `seq`s of those that were damaged on disk. */
  readonly damaged: ReadonlySet<number>
  /** Of the strategies that it was executed with, built-in ones excepted. */
  readonly sources: readonly KeptSource[]
  readonly files: readonly { readonly before: string; readonly after: string; readonly changes: Changes }[]
}

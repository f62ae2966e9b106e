import type { HostChange, Reply, Topic } from '../../src-shared/api/host-api.ts'
import type { RunOpening } from '../../src-shared/opening/opening.ts'
import type { Run } from '../../src-shared/run/conversation.ts'
import type { RunItem } from '../../src-shared/run/event.ts'

/** What a follower hears; the transport gathers it into numbered batches. */
export type Heard =
  | { readonly topic: 'host'; readonly changes: readonly HostChange[] }
  | { readonly topic: 'run'; readonly opening?: RunOpening; readonly items: readonly RunItem[] }

export interface OtherHost {
  readonly shell: string
  /** The address of its window, if it serves one. */
  readonly url: string | null
}

/** The app behind every shell. */
export interface Host {
  readonly id: string
  /** What was found when the data folder was opened, in words for its user. */
  readonly notices: readonly string[]
  /** Executes a request. Never rejects: whatever goes wrong is a failure in the reply. */
  handle(method: string, params: unknown): Promise<Reply>
  /**
   * Follows a topic until the answer is called. A run's follower is told at once, before this returns, of all
   * events after `afterSeq` and of what is live now; then of everything as it happens, with no gap. Of a long run that
   * is opened at its end (`fromEnd`), the first it is told is from where it continues.
   */
  follow(topic: Topic, listener: (heard: Heard) => void): () => void
  /** For shells that hold the host itself. */
  readonly runs: {
    get(id: string): Run | undefined
    /** Newest first; of one project, or of all for null. */
    list(projectId: string | null, limit: number): readonly Run[]
    /** Resolves when this host works on the run no more. */
    untilEnded(id: string): Promise<Run>
  }
  /** What was found to be damaged on the disk so far, as a sentence and what to do; null if nothing was. */
  damage(): string | null
  /** Other hosts that use the same data folder now. */
  others(): readonly OtherHost[]
  /** Ends cleanly: runs that are under way are kept as interrupted. Settles within a few seconds. */
  close(): Promise<void>
}

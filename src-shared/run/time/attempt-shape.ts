import type { Stretch } from './stretches.ts'

/** How one attempt at a step spent its time, as far as its own span tells. A step has several if the app died in between. */
export interface Attempt {
  readonly works: readonly Stretch[]
  /** Work, except while somebody is asked: then it stands in the queue of questions. */
  readonly prepares: readonly Stretch[]
  /** For the user: an approval, a question, a breakpoint or Pause. */
  readonly waits: readonly Stretch[]
  /** Before the next try of a model call, or because of its limits a minute. */
  readonly delays: readonly Stretch[]
}

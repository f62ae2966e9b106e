import { z } from 'zod'
import type { Run } from './conversation.ts'
import type { StoredEvent } from './event.ts'
import { forkRun } from './fork.ts'
import type { ReplayReport } from './replay.ts'
import { ask, id, result } from './request-shape.ts'

/** What can be done with the log of a run that was. */
export const historyRequests = {
  /** A page of the log after an event, for playback. */
  'run-events': ask(
    z.object({ runId: id, afterSeq: z.number().int().min(-1) }),
    result<{ readonly events: readonly StoredEvent[]; readonly more: boolean }>(),
  ),
  /** Carries the run out once more out of its log alone; `verify` also checks the log's hashes. */
  'run-replay': ask(z.object({ runId: id, verify: z.boolean() }), result<ReplayReport>()),
  'run-fork': ask(forkRun, result<Run>()),
}

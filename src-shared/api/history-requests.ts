import { z } from 'zod'
import type { Run } from '../run/conversation.ts'
import type { StoredEvent } from '../run/event.ts'
import { forkRequest } from '../run/fork.ts'
import type { ReplayReport } from '../run/replay.ts'
import type { Span } from '../run/view/run-view.ts'
import { id, read, readOnce, result, write } from './request-shape.ts'

/** Requests about the log of an earlier run. */
export const historyRequests = {
  /** A page of the log after an event, for playback. */
  'run-events': read(
    z.object({ runId: id, afterSeq: z.number().int().min(-1) }),
    result<{ readonly events: readonly StoredEvent[]; readonly more: boolean }>(),
  ),
  /** The requested number of next events, with long texts shortened (opening/short-event.ts), and the end position. */
  'run-page': read(
    z.object({ runId: id, afterSeq: z.number().int().min(-1), most: z.number().int().min(1).max(5000) }),
    result<{ readonly events: readonly StoredEvent[]; readonly through: number; readonly more: boolean }>(),
  ),
  /**
   * The positions in the log of the events at some moments, with those around them. Moments: ms since the run's start.
   */
  'run-part': read(
    z.object({ runId: id, fromMs: z.number().min(0), toMs: z.number().min(0) }),
    result<{ readonly afterSeq: number; readonly through: number }>(),
  ),
  /** A full span. @param seq of the event that started it. Null if there is none in the log. */
  'span-read': read(
    z.object({ runId: id, path: z.string().max(10_000), seq: z.number().int().min(0) }),
    result<Span | null>(),
  ),
  /** Executes the run again from its log alone; `verify` also checks the log's hashes. */
  'run-replay': readOnce(z.object({ runId: id, verify: z.boolean() }), result<ReplayReport>()),
  'run-fork': write(forkRequest, result<Run>(), ({ runId }) => ({ kind: 'run', id: runId })),
}

import { z } from 'zod'

/**
 * Which leaves of a run are open, event by event, so that its totals know what it waited for without its spans. What the
 * spans say afterwards is the same (work-times.ts), which is tested with generated logs
 * (test/shared/run/time/times-agree.test.ts).
 *
 * 1. `prepares`: a tool call that has not begun. It works, unless somebody is asked meanwhile: then it stands in the queue
 *    of questions.
 * 2. `waits`: for the user. A call or an agent around a question waits with it.
 * 3. Until `until`, a model call waits before its next try.
 */
const openLeaf = z.object({
  path: z.string(),
  /** ms since the run's start. */
  from: z.number(),
  does: z.enum(['prepares', 'works', 'waits']),
  until: z.number().optional(),
  /** A tool call, paused before its start: it prepares afterwards. */
  call: z.literal(true).optional(),
  /** A model call: only its end says how much of its beginning was spent waiting for the model's limits. */
  limited: z.literal(true).optional(),
})
export type OpenLeaf = Readonly<z.infer<typeof openLeaf>>

export const timeClock = z.object({
  /** The time of the latest event, ms. */
  at: z.number(),
  leaves: z.array(openLeaf).readonly(),
  /** When nothing worked but these model calls, which may turn out to have waited. */
  undecided: z.array(z.object({ from: z.number(), to: z.number(), paths: z.array(z.string()).readonly() })).readonly(),
})
export type Undecided = TimeClock['undecided'][number]
export type TimeClock = Readonly<z.infer<typeof timeClock>>

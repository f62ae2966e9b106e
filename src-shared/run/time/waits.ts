import { z } from 'zod'

const wait = z.tuple([z.number(), z.number()])

/** The latest stretches of waiting for the user that a run's totals count, `[from, to]` in ms of the run. */
export const waits = z.array(wait).readonly()

interface Waited {
  /** ms; what is waited for at the same time counts once. Logs of earlier versions added parallel waits up. */
  readonly waitingMs: number
  readonly waits?: z.infer<typeof waits> | undefined
}

/** A wait that contains more separate ones than this is counted a little too long. */
const maxWaits = 16

/**
 * Adds a wait that ended at `to`. Waits come in the order of their ends, so one that overlaps earlier ones reaches
 * beyond all of them: what they counted of it is taken off, and they are one stretch from then on.
 */
export function withWait<T extends Waited>(totals: T, to: number, waitedMs: number): T {
  if (waitedMs <= 0) return totals
  const known = totals.waits ?? []
  const start = to - waitedMs
  const apart = known.filter(([, end]) => end < start)
  const within = known.slice(apart.length)
  const [first] = within
  if (first === undefined) return { ...totals, waitingMs: totals.waitingMs + waitedMs, waits: latest(apart, start, to) }
  const from = Math.min(start, first[0])
  const counted = within.reduce((sum, [begin, end]) => sum + end - begin, 0)
  const end = Math.max(to, within.at(-1)?.[1] ?? to)
  return { ...totals, waitingMs: totals.waitingMs + end - from - counted, waits: latest(apart, from, end) }
}

const latest = (apart: z.infer<typeof waits>, from: number, to: number): z.infer<typeof wait>[] =>
  [...apart, wait.parse([from, to])].slice(-maxWaits)

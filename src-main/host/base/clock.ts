import type { ClockPort } from '../../agent/ports.ts'

/** Wall time for people, monotonic time for durations (T8). */
export const systemClock: ClockPort = { now: () => Date.now(), elapsed: () => performance.now() }

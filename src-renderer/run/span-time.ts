import { type WorkingTime, workingTime } from '../../src-shared/run/run-time.ts'
import type { Span } from '../../src-shared/run/view/run-view.ts'
import { waitOf } from '../../src-shared/timeline/span-bars.ts'
import { spanDuration } from './span-names.ts'

/** How long a span's own work took, and how long it waited for the user in that time. */
export function spanTime(span: Span, nowMs: number): WorkingTime {
  return workingTime(spanDuration(span, nowMs), waitedIn([span], nowMs))
}

/** How long these spans waited for the user, ms. Overlapping waits count once. */
export function waitedIn(spans: Iterable<Span>, nowMs: number): number {
  const waits: { readonly start: number; readonly end: number }[] = []
  for (const span of spans) {
    const wait = waitOf(span)
    if (wait !== null) waits.push({ start: wait.start, end: wait.end ?? nowMs })
  }
  waits.sort((one, other) => one.start - other.start)
  let [sum, until] = [0, 0]
  for (const { start, end } of waits) {
    sum += Math.max(0, end - Math.max(start, until))
    until = Math.max(until, end)
  }
  return sum
}

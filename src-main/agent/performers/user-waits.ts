import type { ClockPort } from '../ports.ts'

type WaitKind = 'approval' | 'question'

/** How long one tool call waits for its user, ms of the monotonic clock. */
export interface UserWaits {
  /** Counts the time until the work has settled. */
  during<T>(kind: WaitKind, work: () => Promise<T>): Promise<T>
  /** The durations for the end event of the call. A question that is still open counts up to now. */
  durations(): { readonly waitedMs?: number; readonly unansweredMs?: number }
}

export function userWaits(clock: ClockPort): UserWaits {
  let waited = 0
  let unanswered = 0
  let open: { readonly kind: WaitKind; readonly since: number } | null = null
  const openMs = () => (open === null ? 0 : clock.elapsed() - open.since)
  return {
    async during(kind, work) {
      open = { kind, since: clock.elapsed() }
      let isAnswered = false
      try {
        const value = await work()
        isAnswered = true
        return value
      } finally {
        const waitedMs = openMs()
        waited += waitedMs
        if (!isAnswered && kind === 'approval') unanswered += waitedMs
        open = null
      }
    },
    durations: () => {
      const waitedMs = waited + openMs()
      const unansweredMs = unanswered + (open?.kind === 'approval' ? openMs() : 0)
      return { ...(waitedMs > 0 && { waitedMs }), ...(unansweredMs > 0 && { unansweredMs }) }
    },
  }
}

import type { RunView } from '../../../../src-shared/run/view/run-view.ts'

/** How far the estimate may be ahead of the log before it is corrected at once, ms. */
const tolerance = 250
const day = 86_400_000

export interface PresentClock {
  /** ms since the run's start. */
  now(): number
  tell(run: RunView, live: boolean): void
  reset(): void
}

/**
 * The present of a run: the time of its last event, plus the time elapsed since if it is under way.
 * @param elapsed returns ms of a monotonic clock
 * @param wall returns ms since 1970
 */
export function presentClock(elapsed = () => performance.now(), wall = () => Date.now()): PresentClock {
  let ms = 0
  let since = 0
  let live = false
  let loggedMs: number | null = null
  const now = () => (live ? ms + elapsed() - since : ms)
  const set = (to: number) => {
    ms = to
    since = elapsed()
  }
  return {
    now,
    tell(run, nowLive) {
      const guess = now()
      if (loggedMs === null) set(nowLive ? firstGuess(run, wall()) : run.lastMs)
      else if (run.lastMs !== loggedMs || nowLive !== live) {
        const ahead = guess - run.lastMs
        set(nowLive && ahead > 0 && ahead < tolerance ? guess : run.lastMs)
      }
      loggedMs = run.lastMs
      live = nowLive
    },
    reset() {
      loggedMs = null
      live = false
      set(0)
    },
  }
}

/**
 * The present of a run that was under way when opened: wall-clock time since its start, if plausible, else its last
 * event.
 */
function firstGuess(run: RunView, wall: number): number {
  if (run.startedAt === null || run.resumed > 0) return run.lastMs
  const elapsedMs = wall - run.startedAt
  return elapsedMs > run.lastMs && elapsedMs < run.lastMs + day ? elapsedMs : run.lastMs
}

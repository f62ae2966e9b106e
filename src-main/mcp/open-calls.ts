import type { ServerRequests } from './server-requests.ts'

/** Time limits of a call, ms: without progress, and in all. */
const [quietWithin, atMost] = [120_000, 1_800_000]
/** Maximum of requests that a server makes in one call. */
const maxRequests = 10

/** The time limits of one call. While the user is asked, no time passes. */
export interface CallLimits {
  /** Aborted with an error that says why. */
  readonly signal: AbortSignal
  progressed(): void
  pausing<T>(work: () => Promise<T>): Promise<T>
  end(): void
}

export function callLimits(quietMs = quietWithin, atMostMs = atMost): CallLimits {
  const late = new AbortController()
  const within = (ms: number) =>
    setTimeout(() => late.abort(new Error(`the server did not answer within ${Math.round(ms / 1000)} s`)), ms).unref()
  let left = atMostMs
  let since = performance.now()
  let timers = [within(quietMs), within(left)]
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    left -= performance.now() - since
  }
  const start = () => {
    since = performance.now()
    timers = [within(quietMs), within(Math.max(0, left))]
  }
  let paused = 0
  return {
    signal: late.signal,
    progressed: () => {
      if (paused > 0) return
      stop()
      start()
    },
    pausing: async (work) => {
      if (paused === 0) stop()
      paused += 1
      try {
        return await work()
      } finally {
        paused -= 1
        if (paused === 0) start()
      }
    },
    end: stop,
  }
}

/** The calls that a server works on. */
export interface OpenCalls {
  /** @returns closes it */
  open(owner: string, limits: CallLimits, asked: ServerRequests): () => void
  /**
   * Whom a request of the server is for: the latest call. Null if there is none, if runs other than its own call the
   * server too, which it does not tell apart, or if the call has asked for too much.
   */
  asked(): ServerRequests | null
}

interface OpenCall {
  readonly owner: string
  readonly asked: ServerRequests
}

export function openCalls(): OpenCalls {
  const open = new Set<OpenCall>()
  return {
    open: (owner, limits, asked) => {
      let requests = 0
      let before: Promise<unknown> = Promise.resolve()
      // One question at a time, and no more than a person can bear.
      const inTurn = <T>(work: () => Promise<T>, refused: T): Promise<T> => {
        requests += 1
        if (requests > maxRequests) return Promise.resolve(refused)
        const next = before.then(() => limits.pausing(work))
        before = next.catch(() => undefined)
        return next
      }
      const call: OpenCall = {
        owner,
        asked: {
          form: (params) => inTurn(() => asked.form(params), { action: 'cancel' }),
          model: (params) => inTurn(() => asked.model(params), null),
          completed: (params) => asked.completed(params),
        },
      }
      open.add(call)
      return () => open.delete(call)
    },
    asked: () => {
      const latest = [...open].at(-1)
      if (latest === undefined) return null
      return [...open].every(({ owner }) => owner === latest.owner) ? latest.asked : null
    },
  }
}

/** Requests data about the newest state, however fast it changes. */
export interface AskNewest<Q> {
  /** Requests the data for a state; replaces a request that was not sent yet. */
  want(question: Q): void
  /** No more requests are sent and no more responses are reported. */
  stop(): void
}

/**
 * Sends one request at a time, so that responses arrive in order.
 * @param everyMs minimum interval between two requests
 * @param tell receives each response; failed requests are not reported
 */
export function askNewest<Q, A>(
  ask: (question: Q) => Promise<A>,
  everyMs: number,
  tell: (question: Q, answer: A) => void,
): AskNewest<Q> {
  let next: { readonly question: Q } | null = null
  let busy = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const work = async () => {
    if (busy) return
    busy = true
    while (next !== null && !stopped) {
      const { question } = next
      next = null
      const pause = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, everyMs)
      })
      try {
        const answer = await ask(question)
        if (!stopped) tell(question, answer)
      } catch {
        // The next state triggers the next request.
      }
      await pause
    }
    busy = false
  }
  return {
    want: (question) => {
      next = { question }
      void work()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

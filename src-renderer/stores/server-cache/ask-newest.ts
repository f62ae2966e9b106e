/** Asks about what is newest, however fast it changes. */
export interface AskNewest<Q> {
  /** What the answer is wanted to; a question that was not asked yet is given up for it. */
  want(question: Q): void
  /** Nothing more is asked or told. */
  stop(): void
}

/**
 * One question at a time, so that no answer to an older one comes after that to a newer.
 * @param everyMs a question is asked no sooner than this after the one before it
 * @param tell hears each answer; a question that fails is not told
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
        // The next state brings the next question.
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

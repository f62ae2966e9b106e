/**
 * Turns at something shared: readers together, a writer alone, strictly in the order they came.
 * So of calls made in one answer, an edit and then a test, the test sees the edit.
 */
export interface Turns {
  /** Waits for the turn. The function it answers with gives it back; null where `signal` was quicker. */
  take(kind: 'read' | 'write', signal: AbortSignal): Promise<(() => void) | null>
}

interface Waiting {
  readonly kind: 'read' | 'write'
  start(): void
}

export function createTurns(): Turns {
  const queue: Waiting[] = []
  let readers = 0
  let writing = false

  const next = () => {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      if (writing || (first.kind === 'write' && readers > 0)) return
      queue.shift()
      if (first.kind === 'write') writing = true
      else readers += 1
      first.start()
    }
  }
  const giver = (kind: Waiting['kind']) => {
    let held = true
    return () => {
      if (!held) return
      held = false
      if (kind === 'write') writing = false
      else readers -= 1
      next()
    }
  }
  return {
    take: (kind, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null)
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1)
          resolve(null)
          next()
        }
        const start = () => {
          signal.removeEventListener('abort', giveUp)
          resolve(giver(kind))
        }
        const waiting: Waiting = { kind, start }
        signal.addEventListener('abort', giveUp, { once: true })
        queue.push(waiting)
        next()
      }),
  }
}

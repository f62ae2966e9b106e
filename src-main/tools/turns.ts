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

export const createTurns = (): Turns => new Line()

class Line implements Turns {
  readonly #queue: Waiting[] = []
  #readers = 0
  #writing = false

  take(kind: Waiting['kind'], signal: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(null)
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        resolve(null)
        this.#next()
      }
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve(this.#giver(kind))
      }
      const waiting: Waiting = { kind, start }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#queue.push(waiting)
      this.#next()
    })
  }

  #next(): void {
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (this.#writing || (first.kind === 'write' && this.#readers > 0)) return
      this.#queue.shift()
      if (first.kind === 'write') this.#writing = true
      else this.#readers += 1
      first.start()
    }
  }

  /** Gives the turn back, once. */
  #giver(kind: Waiting['kind']): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      if (kind === 'write') this.#writing = false
      else this.#readers -= 1
      this.#next()
    }
  }
}

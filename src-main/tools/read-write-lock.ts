/**
 * A read-write lock: readers together, a writer alone, strictly first come, first served.
 * So if one answer calls an edit and then a test, the test sees the edit.
 */
export interface ReadWriteLock {
  /** Acquires the lock. Resolves with a function that releases it; null if `signal` aborted first. */
  take(kind: 'read' | 'write', signal: AbortSignal): Promise<(() => void) | null>
}

interface Waiting {
  readonly kind: 'read' | 'write'
  start(): void
}

export const createReadWriteLock = (): ReadWriteLock => new QueuedLock()

class QueuedLock implements ReadWriteLock {
  readonly #queue: Waiting[] = []
  #readers = 0
  #writing = false

  take(kind: Waiting['kind'], signal: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(null)
      if (this.#isFree(kind)) return resolve(this.#taken(kind))
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        resolve(null)
        this.#next()
      }
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve(this.#taken(kind))
      }
      const waiting: Waiting = { kind, start }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#queue.push(waiting)
      this.#next()
    })
  }

  #next(): void {
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (!this.#mayStart(first.kind)) return
      this.#queue.shift()
      first.start()
    }
  }

  #isFree(kind: Waiting['kind']): boolean {
    return this.#queue.length === 0 && this.#mayStart(kind)
  }

  #mayStart(kind: Waiting['kind']): boolean {
    return !this.#writing && (kind === 'read' || this.#readers === 0)
  }

  /** Takes the lock; the returned function releases it, once. */
  #taken(kind: Waiting['kind']): () => void {
    if (kind === 'write') this.#writing = true
    else this.#readers += 1
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

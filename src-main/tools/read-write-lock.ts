/** `edits`: a writer of this one file, which holds the lock together with writers of other files. */
export type LockKind = 'read' | 'write' | { readonly edits: string }

/**
 * A read-write lock: readers together, editors of different files together, any other writer alone, strictly first come,
 * first served. So if one answer calls an edit and then a test, the test sees the edit.
 */
export interface ReadWriteLock {
  /** Acquires the lock. Resolves with a function that releases it; null if `signal` aborted first. */
  take(kind: LockKind, signal: AbortSignal): Promise<(() => void) | null>
}

interface Waiting {
  readonly kind: LockKind
  start(): void
}

export const createReadWriteLock = (): ReadWriteLock => new QueuedLock()

class QueuedLock implements ReadWriteLock {
  readonly #queue: Waiting[] = []
  readonly #edited = new Set<string>()
  #readers = 0
  #writing = false

  take(kind: LockKind, signal: AbortSignal): Promise<(() => void) | null> {
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

  #isFree(kind: LockKind): boolean {
    return this.#queue.length === 0 && this.#mayStart(kind)
  }

  #mayStart(kind: LockKind): boolean {
    if (this.#writing) return false
    if (kind === 'read') return this.#edited.size === 0
    if (this.#readers > 0) return false
    return kind === 'write' ? this.#edited.size === 0 : !this.#edited.has(kind.edits)
  }

  /** Takes the lock; the returned function releases it, once. */
  #taken(kind: LockKind): () => void {
    if (kind === 'write') this.#writing = true
    else if (kind === 'read') this.#readers += 1
    else this.#edited.add(kind.edits)
    let held = true
    return () => {
      if (!held) return
      held = false
      if (kind === 'write') this.#writing = false
      else if (kind === 'read') this.#readers -= 1
      else this.#edited.delete(kind.edits)
      this.#next()
    }
  }
}

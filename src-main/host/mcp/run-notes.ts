/** What the user should know of the servers that a run uses, for its log. */
export interface RunNotes {
  /** Says it once, also before the run has begun; not any more when it is over. */
  tell(text: string): void
  /** The run has begun: what was told is written, and what will be. */
  begun(write: (text: string) => void): void
  /** The run is over: nothing is written any more. */
  over(): void
  isOver(): boolean
}

/** A server that starts itself again and again is told of this often. */
const most = 20

export function createRunNotes(): RunNotes {
  const told = new Set<string>()
  let write: ((text: string) => void) | null = null
  let isOver = false
  return {
    tell: (text) => {
      if (isOver || told.has(text) || told.size >= most) return
      told.add(text)
      write?.(text)
    },
    begun: (to) => {
      if (write !== null || isOver) return
      write = to
      for (const text of told) to(text)
    },
    over: () => {
      isOver = true
    },
    isOver: () => isOver,
  }
}

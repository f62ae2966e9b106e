import type { LiveFiles } from '../snapshots/live-files.ts'

/** Keeps a project's files watched while something works on them, and a while after: the next message may come soon. */
export interface LiveWatch {
  /** Marks the start of work; call the returned function at its end. */
  hold(): () => void
  /** The live files, if they are open. */
  current(): LiveFiles | null
  /** The watch ended by itself: it is opened again, but not immediately each time. */
  ended(): void
  /** The watch missed a change: it can't be trusted here and is not opened again. */
  distrust(): void
  close(): void
}

export interface LiveWork {
  /** Returns null if the files can't be watched; it may reject. */
  open(): Promise<LiveFiles | null>
  /** There has been no work for a moment. */
  quiet(): void
  /** ms that the files stay open after the last activity. */
  readonly lingers: number
  /** Closes all that is open for one project. */
  readonly closers: Set<() => void>
}

/** Minimum ms between two openings, since each scans all files. */
const pause = 10_000
/** ms without work after which the project counts as idle. */
const quietAfter = 5000

export function liveWatch({ open, quiet, lingers, closers }: LiveWork): LiveWatch {
  let holders = 0
  let files: LiveFiles | null = null
  let isOpening = false
  let isTrusted = true
  let closings = 0
  let openedAt = Number.NEGATIVE_INFINITY
  let timers: NodeJS.Timeout[] = []

  const forgetTimers = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms)
    timer.unref()
    timers.push(timer)
  }
  const close = () => {
    closings += 1
    forgetTimers()
    files?.close()
    files = null
    closers.delete(close)
  }
  const start = async () => {
    if (files !== null || isOpening || !isTrusted) return
    isOpening = true
    openedAt = performance.now()
    closers.add(close)
    const closingsBefore = closings
    const opened = await open().catch(() => null)
    isOpening = false
    if (opened === null) isTrusted = false
    if (closings > closingsBefore) opened?.close()
    else files = opened
  }
  const wait = () => {
    if (holders > 0) return
    if (lingers > quietAfter) after(quietAfter, quiet)
    after(lingers, close)
  }
  return {
    hold: () => {
      holders += 1
      forgetTimers()
      void start()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        wait()
      }
    },
    current: () => files,
    ended: () => {
      files = null
      if (holders > 0) after(Math.max(0, openedAt + pause - performance.now()), () => void start())
    },
    distrust: () => {
      isTrusted = false
      close()
    },
    close,
  }
}

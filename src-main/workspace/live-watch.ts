import type { LiveFiles } from './live-files.ts'

/** Keeps a project's files live while something works on them, and a while after: the next message may come soon. */
export interface LiveWatch {
  /** Something works until the answer is called. */
  hold(): () => void
  /** The live files, where they are open. */
  current(): LiveFiles | null
  /** They ended by themselves: they are opened again, but not at once each time. */
  ended(): void
  /** They missed a change: what can't be trusted here is not opened again. */
  distrust(): void
  close(): void
}

/** ms that they stay open after the last work. */
const lingers = 5 * 60_000
/** ms between two openings, since each looks at all files. */
const pause = 10_000

/** @param open answers null where the files can't be watched; it may reject */
export function liveWatch(open: () => Promise<LiveFiles | null>): LiveWatch {
  let holders = 0
  let files: LiveFiles | null = null
  let isOpening = false
  let isTrusted = true
  let closings = 0
  let openedAt = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined

  const after = (ms: number, work: () => void) => {
    clearTimeout(later)
    later = setTimeout(work, ms)
    later.unref()
  }
  const start = async () => {
    if (files !== null || isOpening || !isTrusted) return
    isOpening = true
    openedAt = performance.now()
    const closingsBefore = closings
    const opened = await open().catch(() => null)
    isOpening = false
    if (opened === null) isTrusted = false
    if (closings > closingsBefore) opened?.close()
    else files = opened
    if (holders === 0) after(lingers, close)
  }
  const close = () => {
    closings += 1
    clearTimeout(later)
    files?.close()
    files = null
  }
  return {
    hold: () => {
      holders += 1
      clearTimeout(later)
      void start()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        if (holders === 0) after(lingers, close)
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

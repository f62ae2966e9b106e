/** Work that would hold the window up is done in slices, in the time that frames leave over. */

/** A slice takes no longer, ms: with what a frame draws it stays within the 16.7 ms of one. */
const longestSlice = 8
/** A window that never rests still goes on, ms. */
const longestWait = 120

/** Resolves in a moment that frames leave over, with whether there is still time in it. */
export function spareTime(): Promise<() => boolean> {
  return new Promise((resolve) => {
    const begin = (left: number) => {
      const until = performance.now() + Math.min(longestSlice, left)
      resolve(() => performance.now() < until)
    }
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback((idle) => begin(idle.didTimeout ? longestSlice : idle.timeRemaining()), {
        timeout: longestWait,
      })
    } else setTimeout(() => begin(longestSlice), 0)
  })
}

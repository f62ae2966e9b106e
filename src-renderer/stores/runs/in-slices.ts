/** Work that would hold the window up is done in slices, in the time that frames leave over. */

/** A slice takes no longer, ms: with what a frame draws it stays within the 16.7 ms of one. */
const maxSlice = 8
/** A window that never rests still goes on, ms. */
const maxWait = 120

/** Resolves in a moment that frames leave over, with whether there is still time in it. */
export function spareTime(): Promise<() => boolean> {
  return new Promise((resolve) => {
    const begin = (left: number) => {
      const until = performance.now() + Math.min(maxSlice, left)
      resolve(() => performance.now() < until)
    }
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback((idle) => begin(idle.didTimeout ? maxSlice : idle.timeRemaining()), {
        timeout: maxWait,
      })
    } else setTimeout(() => begin(maxSlice), 0)
  })
}

/** Frames until what has just come is drawn: one folds it, one shows it, one paints the canvas. */
const framesToPaint = 3
/** A hidden window draws nothing, and waits no longer, ms. */
const maxPaintWait = 400

/** Resolves once what has just come can be seen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxPaintWait)
    let left = framesToPaint
    const count = () => {
      left -= 1
      if (left >= 0) return void requestAnimationFrame(count)
      clearTimeout(timer)
      resolve()
    }
    requestAnimationFrame(count)
  })
}

/** Splits long work into slices that run in idle time between frames, so that the window stays responsive. */

/** Maximum duration of a slice, ms: together with drawing it fits into a frame of 16.7 ms. */
const maxSlice = 8
/** Maximum wait for idle time, ms, so that work also continues in a busy window. */
const maxWait = 120

/** Resolves in the next idle time. The value is whether there is still time left in it. */
export function untilIdle(): Promise<() => boolean> {
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

/** Number of frames until new events are visible: one to fold, one to render, one to paint the canvas. */
const framesToPaint = 3
/** Maximum wait in a hidden window, which draws no frames, ms. */
const maxPaintWait = 400

/** Resolves when the newest events have been painted. */
export function untilPainted(): Promise<void> {
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

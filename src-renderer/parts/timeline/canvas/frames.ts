/** Minimum time between updates of the elements over the picture, ms. */
const calmMs = 200

/** Schedules drawing at most once per frame, and updates of the elements over the picture at most every `calmMs`. */
export class Frames {
  private readonly paint: () => void
  private readonly calm: () => void
  private frame = 0
  private calmAt = Number.NEGATIVE_INFINITY
  private calmTimer: ReturnType<typeof setTimeout> | undefined

  constructor(paint: () => void, calm: () => void) {
    this.paint = paint
    this.calm = calm
  }

  /** Paints in the next frame. */
  request(): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.paint()
    })
  }

  /** Schedules `calm`: immediately, or once `calmMs` have passed since its last call. */
  requestCalm(): void {
    if (this.calmTimer !== undefined) return
    const wait = Math.max(0, this.calmAt + calmMs - performance.now())
    this.calmTimer = setTimeout(() => {
      this.calmTimer = undefined
      this.calmAt = performance.now()
      this.calm()
    }, wait)
  }

  end(): void {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.calmTimer)
    this.frame = 0
  }
}

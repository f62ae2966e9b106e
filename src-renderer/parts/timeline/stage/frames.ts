/** At most this often is told what stands over the picture, ms. */
const calmMs = 200

/** When a picture is drawn: at most once a frame; and when what stands over it hears of that: a few times a second at most. */
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

  /** Paints with the next frame. */
  request(): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.paint()
    })
  }

  /** Calls `calm` soon: at once, or as soon as enough time has gone by since it was called. */
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

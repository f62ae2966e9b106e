/**
 * Ends a text before the first stop sequence, even if the server ignores them or a sequence arrives
 * in pieces. Text that may be the beginning of one is held back until that is known.
 */
export class StopSequenceFilter {
  private readonly stops: readonly string[]
  private held = ''
  hit = false

  constructor(stops: readonly string[]) {
    this.stops = stops.filter((stop) => stop !== '')
  }

  /** Returns the text that may be passed on. */
  add(text: string): string {
    if (this.hit || this.stops.length === 0) return this.hit ? '' : text
    const all = this.held + text
    const at = this.stops.map((stop) => all.indexOf(stop)).filter((index) => index >= 0)
    if (at.length > 0) {
      this.hit = true
      this.held = ''
      return all.slice(0, Math.min(...at))
    }
    const keep = Math.max(...this.stops.map((stop) => overlap(all, stop)))
    this.held = keep === 0 ? '' : all.slice(-keep)
    return all.slice(0, all.length - keep)
  }

  /** The text that was held back: the stream has ended, so it was not a stop sequence. */
  rest(): string {
    const rest = this.held
    this.held = ''
    return rest
  }
}

/** How many characters at the end of the text are a beginning of `stop`. */
function overlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length--)
    if (stop.startsWith(text.slice(-length))) return length
  return 0
}

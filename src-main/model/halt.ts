/** Longer times would fire at once: timers count in 31 bits, ms. */
const maxTimer = 2 ** 31 - 1
/**
 * Why a stream was ended from here: the user stopped it, nothing came any more, only signs of life came and nothing of an
 * answer, or enough had come.
 */
export type HaltReason = 'stopped' | 'stalled' | 'barren' | 'enough'

export interface HaltLimits {
  /** How long the stream may be silent, ms; a server that never says a word ends so too. */
  readonly idleMs: number
  /** How long it may send comments and empty parts only, ms. */
  readonly barrenMs: number
}

/**
 * Everything that ends a stream before its end, in one signal. The first reason counts.
 * Whoever creates it must `close` it.
 */
export class Halt {
  private readonly controller = new AbortController()
  private readonly outer: AbortSignal
  private readonly onStop = () => this.end('stopped')
  private limitMs: number
  private timer: NodeJS.Timeout
  private barren: NodeJS.Timeout
  reason: HaltReason | null = null
  /** Bytes of an answer have come. */
  answered = false

  constructor(outer: AbortSignal, { idleMs, barrenMs }: HaltLimits) {
    this.outer = outer
    this.limitMs = idleMs
    this.timer = this.startTimer(idleMs, 'stalled')
    this.barren = this.startTimer(barrenMs, 'barren')
    outer.addEventListener('abort', this.onStop, { once: true })
    if (outer.aborted) this.onStop()
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  alive(): void {
    this.answered = true
    if (this.reason === null) this.timer.refresh()
  }

  /** Something of the answer has come. */
  fruitful(): void {
    if (this.reason === null) this.barren.refresh()
  }

  /** From now on a silence of this long ends it, and signs of life that bring nothing, ms. */
  shorten(ms: number): void {
    if (this.reason !== null || ms >= this.limitMs) return
    this.limitMs = ms
    clearTimeout(this.timer)
    this.timer = this.startTimer(ms, 'stalled')
    clearTimeout(this.barren)
    this.barren = this.startTimer(ms, 'barren')
  }

  /** Ends the stream; its connection closes. */
  end(reason: HaltReason): void {
    this.reason ??= reason
    this.clear()
    this.controller.abort()
  }

  /** Lets go of timer and listener. A stream that has come to its end is left to close by itself. */
  close(): void {
    this.reason ??= 'enough'
    this.clear()
    this.outer.removeEventListener('abort', this.onStop)
  }

  private startTimer(ms: number, reason: HaltReason): NodeJS.Timeout {
    return setTimeout(() => this.end(reason), Math.min(ms, maxTimer))
  }

  private clear(): void {
    clearTimeout(this.timer)
    clearTimeout(this.barren)
  }
}

/** Maximum timer, ms: a longer one overflows 31 bits and fires immediately. */
const maxTimer = 2 ** 31 - 1
/**
 * Why the client ended a stream: the user stopped it, it fell silent, it sent only signs of life and no part of an
 * answer, or enough of it had arrived.
 */
export type HaltReason = 'stopped' | 'stalled' | 'barren' | 'enough'

export interface HaltLimits {
  /** How long the stream may be silent, ms; also for a server that never answers. */
  readonly idleMs: number
  /** How long it may send comments and empty parts only, ms. */
  readonly barrenMs: number
}

/**
 * Everything that can end a stream early, in one signal. The first reason counts.
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
  /** Bytes of an answer have arrived. */
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

  /** A part of the answer has arrived. */
  fruitful(): void {
    if (this.reason === null) this.barren.refresh()
  }

  /** From now on, this much silence, or this long without content, ends the stream, ms. */
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

  /** Releases timer and listener. A stream that has ended closes by itself. */
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

import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import type { CallStreamHandler } from '../call.ts'

/**
 * Guards the handler of a call's stream.
 *
 * 1. After an abort, the handler is not called again.
 * 2. A handler that throws (a full disk) ends the call with its own failure; that is never treated as a fault of the
 *    endpoint and retried.
 */
export class StreamHandlerGuard {
  private readonly controller = new AbortController()
  private readonly outer: AbortSignal
  private readonly onAbort = () => this.controller.abort()
  readonly handler: CallStreamHandler
  broken: Failure | null = null

  constructor(handler: CallStreamHandler, outer: AbortSignal) {
    this.outer = outer
    outer.addEventListener('abort', this.onAbort, { once: true })
    if (outer.aborted) this.onAbort()
    this.handler = {
      onDelta: (channel, text) => this.pass(() => handler.onDelta(channel, text)),
      onCallDelta: (index, tool, text) => this.pass(() => handler.onCallDelta(index, tool, text)),
      onRetry: (attempt, waitMs, failure) => this.pass(() => handler.onRetry(attempt, waitMs, failure)),
      onTryNow: () => this.pass(() => handler.onTryNow?.()),
      onRoomWait: (waitMs) => this.pass(() => handler.onRoomWait?.(waitMs)),
      onNotice: (text) => this.pass(() => handler.onNotice?.(text)),
      onRoom: (waitedMs) => this.pass(() => handler.onRoom?.(waitedMs)),
    }
  }

  /** Aborted by the user's stop, and by a handler that throws. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  close(): void {
    this.outer.removeEventListener('abort', this.onAbort)
  }

  private pass(say: () => void): void {
    if (this.signal.aborted) return
    try {
      say()
    } catch (error) {
      this.broken = failureFrom(error)
      this.controller.abort()
    }
  }
}

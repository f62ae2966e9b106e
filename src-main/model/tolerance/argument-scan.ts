/**
 * Follows the JSON text of a call's arguments as it streams in and knows when its object has closed,
 * without parsing earlier parts again.
 */
export class ArgumentScan {
  private depth = 0
  private inText = false
  private escaped = false
  /** An object has begun. */
  opened = false
  /** The object has closed, and only spaces followed. */
  closed = false

  add(text: string): void {
    for (let i = 0; i < text.length; i++) this.step(text.charCodeAt(i))
  }

  /** A text, a list or an object has begun and not closed. */
  get isInside(): boolean {
    return this.inText || this.depth > 0
  }

  private step(code: number): void {
    if (this.inText) {
      this.stepInText(code)
      return
    }
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) return
    this.closed = false
    if (code === 0x22) this.inText = true
    else if (code === 0x7b || code === 0x5b) {
      this.depth++
      this.opened = true
    } else if (code === 0x7d || code === 0x5d) {
      this.depth--
      this.closed = this.opened && this.depth === 0
    }
  }

  private stepInText(code: number): void {
    if (this.escaped) this.escaped = false
    else if (code === 0x5c) this.escaped = true
    else if (code === 0x22) this.inText = false
  }
}

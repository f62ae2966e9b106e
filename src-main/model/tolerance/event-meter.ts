/** Values of one event, and how deep they nest. The largest that a server sends repeats a whole answer. */
const [maxValues, maxDepth] = [20_000, 100]

/**
 * Counts the values in each line of a stream as its bytes arrive, before anything parses it (T79). Text in JSON counts for
 * nothing.
 */
export class EventMeter {
  private values = 0
  private depth = 0
  private deepest = 0
  private inText = false
  private isEscaped = false

  /** Whether a line has become more than an event can be. */
  exceeds(bytes: Uint8Array): boolean {
    for (const byte of bytes) {
      if (byte === lineFeed) this.begin()
      else if (this.isEscaped) this.isEscaped = false
      else if (this.inText) {
        if (byte === quote) this.inText = false
        else if (byte === backslash) this.isEscaped = true
      } else if (byte === quote) this.inText = true
      else if (byte === comma) this.values += 1
      else if (byte === bracket || byte === brace) {
        this.values += 1
        this.depth += 1
        if (this.depth > this.deepest) this.deepest = this.depth
      } else if (byte === closingBracket || byte === closingBrace) this.depth -= 1
      if (this.values > maxValues || this.deepest > maxDepth) return true
    }
    return false
  }

  private begin(): void {
    this.values = 0
    this.depth = 0
    this.deepest = 0
    this.inText = false
    this.isEscaped = false
  }
}

const [lineFeed, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c]
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The end of a text that comes in parts. */
export interface KeptTail {
  add(text: string): void
  text(): string
  /** Whether its beginning was left out. */
  isCut(): boolean
}

/** Keeps at most `limit` bytes of UTF-8, whole characters only. Memory is bounded by twice as much. */
export function keepTail(limit: number): KeptTail {
  let parts: string[] = []
  let size = 0
  let isCut = false
  const cut = () => {
    if (size <= limit) return
    const bytes = Buffer.from(parts.join(''))
    let from = bytes.length - limit
    // Not in the middle of a character.
    while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1
    const rest = bytes.toString('utf8', from)
    parts = rest === '' ? [] : [rest]
    size = bytes.length - from
    isCut = true
  }
  return {
    add: (text) => {
      parts.push(text)
      size += Buffer.byteLength(text)
      if (size > 2 * limit + 65_536) cut()
    },
    text: () => {
      cut()
      return parts.join('')
    },
    isCut: () => {
      cut()
      return isCut
    },
  }
}

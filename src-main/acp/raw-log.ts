/** The messages of one prompt as they were sent, for a person who looks into it: the first ones and the last ones. */
export interface RawLog {
  add(direction: '→' | '←' | '!', line: string): void
  /** One message a line; empty if there are none. */
  text(): string
}

/** Characters kept of one message, and of all. */
const maxMessage = 4000
const maxEach = 100_000

export function rawLog(): RawLog {
  const first: string[] = []
  let firstLength = 0
  const last: string[] = []
  let lastLength = 0
  let dropped = 0
  return {
    add: (direction, line) => {
      const rest = line.length - maxMessage
      const text = `${direction} ${rest > 0 ? `${line.slice(0, maxMessage)} … ${rest} more characters` : line}`
      if (last.length === 0 && dropped === 0 && firstLength + text.length <= maxEach) {
        first.push(text)
        firstLength += text.length
        return
      }
      last.push(text)
      lastLength += text.length
      // Shifted in bulk, so that a flood costs little.
      if (lastLength > 2 * maxEach) {
        while (lastLength > maxEach) {
          lastLength -= last.shift()?.length ?? lastLength
          dropped += 1
        }
      }
    },
    text: () => [...first, ...(dropped > 0 ? [`… ${dropped} messages are left out`] : []), ...last].join('\n'),
  }
}

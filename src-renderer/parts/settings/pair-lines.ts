/** Names with values as lines of text, one pair a line, for example `Name: value` or `name=value`. */

type Pairs = Readonly<Record<string, string>>

export const pairLines = (pairs: Pairs, sign: string): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}${sign}${value}`)
    .join('\n')

/** Parses such lines; empty ones are skipped. Returns null if a line has no name or no sign. */
export function readPairLines(text: string, sign: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.some((line) => line.indexOf(sign) < 1)) return null
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(sign)).trim(), line.slice(line.indexOf(sign) + 1).trim()]),
  )
}

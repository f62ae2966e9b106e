import { excessInJson } from '../../../../src-shared/base/excess.ts'
/** Characters of one line; a longer one, such as one with many images, is left out. */
export const maxLine = 24_000_000
/** Lines of one file; later ones are left out, too. */
export const maxLines = 1_000_000

/**
 * The lines of a file that may be cut anywhere; null for one that is too long, or after the last that is read, so that
 * who reads them can count what is left out. Empty ones are skipped.
 */
export function* sessionLines(pieces: readonly Buffer[], longest = maxLine, most = maxLines): Generator<string | null> {
  let open: Buffer[] = []
  let length = 0
  let count = 0
  const take = (last: Buffer): string | null => {
    const whole = length + last.length > longest ? null : Buffer.concat([...open, last]).toString('utf8')
    open = []
    length = 0
    return whole
  }
  for (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, from)) {
      const line = take(piece.subarray(from, at))
      from = at + 1
      if (line === null || line.trim() !== '') yield ++count > most ? null : line
    }
    const rest = piece.subarray(from)
    length += rest.length
    // What is too long is not kept.
    if (length <= longest) open.push(rest)
    else open = []
  }
  const last = take(Buffer.alloc(0))
  if (last === null || last.trim() !== '') yield ++count > most ? null : last
}

/** The parsed line, or null if it is none. */
export function lineValue(line: string | null): unknown {
  if (line === null || excessInJson(line) !== null) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

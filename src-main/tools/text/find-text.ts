/** Shorter texts are left to the engine, whose search takes at most this many steps for each character. */
const shortText = 32
/** Also texts that are searched at most this often, so that the product stays small. */
const fewCharacters = 10_000

/**
 * Where `wanted` begins in `text`, overlapping occurrences too, at most so many. `indexOf` takes the product of both
 * lengths for texts that a stranger makes (35 s for one of a million characters and one of 400,000); this takes their sum.
 *
 * Source: D. Knuth, J. Morris and V. Pratt, "Fast Pattern Matching in Strings", 1977.
 */
export function findAll(text: string, wanted: string, most: number): number[] {
  const found: number[] = []
  if (wanted === '') return found
  if (wanted.length <= shortText || text.length <= fewCharacters) {
    for (let at = text.indexOf(wanted); at >= 0 && found.length < most; at = text.indexOf(wanted, at + 1))
      found.push(at)
    return found
  }
  const borders = bordersOf(wanted)
  let same = 0
  for (let at = 0; at < text.length && found.length < most; at++) {
    const code = text.charCodeAt(at)
    while (same > 0 && code !== wanted.charCodeAt(same)) same = borders[same - 1] ?? 0
    if (code === wanted.charCodeAt(same)) same += 1
    if (same < wanted.length) continue
    found.push(at - same + 1)
    same = borders[same - 1] ?? 0
  }
  return found
}

/** Where `wanted` first begins in `text`; -1 if it does not. */
export const findText = (text: string, wanted: string): number =>
  wanted === '' ? 0 : (findAll(text, wanted, 1)[0] ?? -1)

/** The parts of the text between occurrences that do not overlap, like `split`. */
export function splitText(text: string, wanted: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const at of findAll(text, wanted, text.length)) {
    if (at < from) continue
    parts.push(text.slice(from, at))
    from = at + wanted.length
  }
  parts.push(text.slice(from))
  return parts
}

/** How long the longest proper beginning of each beginning of the text is that it ends with, too. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length)
  let same = 0
  for (let at = 1; at < wanted.length; at++) {
    const code = wanted.charCodeAt(at)
    while (same > 0 && code !== wanted.charCodeAt(same)) same = borders[same - 1] ?? 0
    if (code === wanted.charCodeAt(same)) same += 1
    borders[at] = same
  }
  return borders
}

import { endOfText } from './excess.ts'

const [quote, comma] = [0x22, 0x2c]
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * The texts of the entries of a JSON list, one after the other: a list of any length is parsed entry by entry. Whether
 * they are JSON is for the parser of each to say; what follows the list is an entry, too, so that it is not lost.
 * @param start where the list's bracket is
 */
export function* entryTexts(text: string, start: number): Generator<string> {
  let depth = 0
  let from = start + 1
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === bracket || code === brace) depth += 1
    else if (code === closingBracket || code === closingBrace) depth -= 1
    const isEnd = depth < 0
    if (!isEnd && (code !== comma || depth > 0)) continue
    const entry = text.slice(from, at)
    if (entry.trim() !== '' || !isEnd) yield entry
    from = at + 1
    if (isEnd) break
  }
  const rest = text.slice(from)
  if (rest.trim() !== '') yield rest
}

/** The texts of the objects and lists that stand one after another; what is left open at the end is none. */
export function* objectTexts(text: string, start: number): Generator<string> {
  let depth = 0
  let from = start
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === brace || code === bracket) {
      if (depth === 0) from = at
      depth += 1
    } else if (code === closingBrace || code === closingBracket) {
      depth -= 1
      if (depth === 0) yield text.slice(from, at + 1)
      if (depth < 0) return
    }
  }
}

/**
 * JSON as Python writes it: NaN and Infinity stand bare, and are read as null.
 * @returns undefined if it is none
 */
export function lenientJson(text: string): unknown {
  return parsed(text) ?? (/NaN|Infinity/.test(text) ? parsed(withoutConstants(text)) : undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Strings are left as they are. Linear in the length of the text: files come from strangers. */
function withoutConstants(text: string): string {
  const pieces: string[] = []
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const plain = text.slice(at, quote === -1 ? text.length : quote)
    pieces.push(plain.replace(/-?\b(?:NaN|Infinity)\b/g, 'null'))
    if (quote === -1) break
    at = endOfString(text, quote)
    pieces.push(text.slice(quote, at))
  }
  return pieces.join('')
}

/** The place after the closing quote. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

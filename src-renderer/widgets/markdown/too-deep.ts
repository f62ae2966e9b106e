/** Deeper than any text that a person writes. */
const deepest = 60
const markers = new RegExp(`^(?:[ \\t]*(?:>|[-*+]|\\d{1,9}[.)])[ \\t]?){${deepest},}`, 'm')

/**
 * Whether a text is nested so deeply that markdown parsers, whose cost grows with the square of the depth, would block
 * the window or overflow their stack. Such a text is drawn as plain text (T20).
 */
export function tooDeep(text: string): boolean {
  return markers.test(text) || bracketDepth(text) > deepest
}

function bracketDepth(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '[') most = Math.max(most, ++depth)
    else if (char === ']' && depth > 0) depth--
    else if (char === '\n' && text[at + 1] === '\n') depth = 0
  }
  return most
}

/** Values and depth of nesting that one piece of data from outside may have. */
const [maxValues, maxDepth] = [100_000, 200]

/**
 * Why data from outside is more than should be worked on at once, without a period; null if it is not. What it refers
 * to more than once counts each time. Not recursive, since the nesting may be of any depth.
 */
export function excessIn(data: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: data, depth: 0 }]
  let values = 0
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    values += 1
    if (values + open.length > maxValues) return `it has more than ${maxValues.toLocaleString('en-US')} values`
    if (each.depth > maxDepth) return 'it is nested too deeply'
    if (typeof each.value !== 'object' || each.value === null) continue
    const depth = each.depth + 1
    for (const value of Object.values(each.value)) open.push({ value, depth })
  }
  return null
}

/** Why a JSON text is not to be parsed: the same of the data in it, told from its characters; null if it may be. */
export function excessInJson(text: string, most = maxValues, deepest = maxDepth): string | null {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === comma) values += 1
    else if (code === bracket || code === brace) {
      values += 1
      depth += 1
      if (depth > deepest) return 'it is nested too deeply'
    } else if (code === closingBracket || code === closingBrace) depth -= 1
    if (values > most) return `it has more than ${most.toLocaleString('en-US')} values`
  }
  return null
}

/**
 * The data of a JSON text from outside.
 * @throws Error whose message says what is wrong, without a period: it is no JSON, or too much to be worked on at once
 */
export function parseOutside(text: string, most?: number): unknown {
  const excess = excessInJson(text, most)
  if (excess !== null) throw new Error(excess)
  return JSON.parse(text)
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the JSON string that begins at `from` ends: at its closing quote, or at the end of a text that lacks it. */
export function endOfText(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
}

/**
 * The same of a whole message, whose parts are looked at one by one: what is too much of one tool or one result costs only
 * that. Parsing so much takes some 50 ms.
 */
export const excessInMessage = (text: string): string | null => excessInJson(text, 500_000, 10_000)

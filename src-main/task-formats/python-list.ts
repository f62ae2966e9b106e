/** Text as Python writes it, in either quotes. */
const text = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs
const list = new RegExp(`^\\s*\\[\\s*(?:(?:${text.source})\\s*(?:,\\s*|(?<=\\s)(?=['"])|(?=\\])))*\\]\\s*$`, 's')

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }

/**
 * A list of texts as Python prints it, such as `['a', "it's"]`, or numpy, without commas; null: it is none. Some data sets have such lists where
 * others have JSON. Source: https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences
 */
export function readPythonList(given: string): string[] | null {
  if (!list.test(given)) return null
  return [...given.matchAll(text)].map(([, single, double]) => plain(single ?? double ?? ''))
}

const plain = (escaped: string): string =>
  escaped.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gis, (whole, x, u, long, one: string) => {
    const code: string | undefined = x ?? u ?? long
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
    return escapes[one] ?? (/['"\\]/.test(one) ? one : whole)
  })

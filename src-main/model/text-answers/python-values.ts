import type { TextCall } from './text-call.ts'

/**
 * Reads `name(key="text", other=1), second()`, as models write calls that were shown tools as functions: names, and
 * literals of Python as JSON. Null if anything else is there.
 */
export function splitPython(source: string): readonly TextCall[] | null {
  const calls: TextCall[] = []
  let left = source.trim()
  while (left !== '') {
    const head = /^(?:print\()?([\w.-]+)\(\s*/.exec(left)
    if (head === null) return null
    left = left.slice(head[0].length)
    const pairs: string[] = []
    while (!left.startsWith(')')) {
      const key = /^(\w+)\s*=\s*/.exec(left)
      if (key === null) return null
      const read = literal(left.slice(key[0].length))
      if (read === null) return null
      pairs.push(`${JSON.stringify(key[1])}:${read.json}`)
      left = read.left.replace(/^\s*,?\s*/, '')
    }
    calls.push({ tool: head[1] ?? '', arguments: `{${pairs.join(',')}}` })
    left = left.replace(/^\)+\s*[,;]?\s*/, '')
  }
  return calls
}

interface Literal {
  readonly json: string
  readonly left: string
}

const words: { readonly [word: string]: string } = { True: 'true', False: 'false', None: 'null' }
/** Deeper values are none that a call has. */
const maxDepth = 20

function literal(source: string, depth = 0): Literal | null {
  if (depth > maxDepth) return null
  const word = /^(True|False|None|true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/.exec(source)
  if (word !== null) return { json: words[word[0]] ?? word[0], left: source.slice(word[0].length) }
  if (source.startsWith('[') || source.startsWith('{')) return collection(source, depth)
  return text(source)
}

function text(source: string): Literal | null {
  const [quote] = /^("""|'''|"|')/.exec(source) ?? []
  if (quote === undefined) return null
  let value = ''
  for (let at = quote.length; at < source.length; at++) {
    if (source.startsWith(quote, at)) return { json: JSON.stringify(value), left: source.slice(at + quote.length) }
    if (source[at] !== '\\') value += source[at] ?? ''
    else {
      at += 1
      value += escapes[source[at] ?? ''] ?? `\\${source[at] ?? ''}`
    }
  }
  return null
}

const escapes: { readonly [letter: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '\n': '',
}

function collection(source: string, depth: number): Literal | null {
  const [open, close] = source.startsWith('[') ? ['[', ']'] : ['{', '}']
  const parts: string[] = []
  let left = source.slice(1).trimStart()
  while (!left.startsWith(close)) {
    let name = ''
    if (open === '{') {
      const key = text(left)
      const colon = key === null ? null : /^\s*:\s*/.exec(key.left)
      if (key === null || colon === null) return null
      name = `${key.json}:`
      left = key.left.slice(colon[0].length)
    }
    const value = literal(left, depth + 1)
    if (value === null) return null
    parts.push(`${name}${value.json}`)
    left = value.left.replace(/^\s*,?\s*/, '')
  }
  return { json: `${open}${parts.join(',')}${close}`, left: left.slice(1) }
}

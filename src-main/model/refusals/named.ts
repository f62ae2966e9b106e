/** What a server's error names: the places in the request, the quoted names, and all other words. */
export interface Named {
  /** Places such as `tools.9.custom.input_schema`, in the order of the error, without the request itself (`body`). */
  readonly places: readonly string[]
  readonly quoted: readonly string[]
  /** The whole text, at most `maxRead` characters. */
  readonly text: string
}

/** Gateways put the error of a provider into their own, so that names may come late. */
const maxRead = 8000
const maxDeep = 6
const maxTexts = 60

/**
 * Reads all texts of an error, whatever its shape, and the fields that hold a place: `param` (OpenAI), `loc` (FastAPI,
 * vLLM), `field` (Google). Errors inside a text (OpenRouter's `metadata.raw`, LiteLLM) are read as far as they are JSON.
 * @param body the error's JSON as parsed, or its text
 */
export function namedIn(body: unknown): Named {
  const found: Found = { places: [], texts: [] }
  collect(body, found, 0)
  const text = found.texts.join('\n').slice(0, maxRead)
  return {
    places: [...new Set([...found.places, ...placesIn(text)].map(plainPlace))].filter((each) => each !== ''),
    quoted: [...text.matchAll(quotes)].map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
    text,
  }
}

interface Found {
  readonly places: string[]
  readonly texts: string[]
}

const placeFields: ReadonlySet<string> = new Set(['param', 'loc', 'field', 'parameter'])

function collect(value: unknown, found: Found, depth: number): void {
  if (depth > maxDeep || found.texts.length >= maxTexts) return
  if (typeof value === 'string') {
    const inner = innerJson(value)
    if (inner === null) found.texts.push(value)
    else {
      if (inner.before.trim() !== '') found.texts.push(inner.before)
      collect(inner.value, found, depth + 1)
    }
  } else if (Array.isArray(value)) for (const each of value) collect(each, found, depth + 1)
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) {
      const place = placeFields.has(name) ? placeOf(each) : null
      if (place === null) collect(each, found, depth + 1)
      else found.places.push(place)
    }
}

const placeOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')
      ? value.join('.')
      : null

/** JSON that a text ends in, and what is before it. */
function innerJson(text: string): { readonly before: string; readonly value: unknown } | null {
  const at = text.search(/[{[]\s*["'{]/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (at === -1 || end < at) return null
  try {
    return { before: text.slice(0, at), value: JSON.parse(text.slice(at, end + 1)) }
  } catch {
    return null
  }
}

const quotes = /`([^`\n]{1,120})`|"([^"\n]{1,120})"|(?<![\p{L}\p{N}])'([^'\n]{1,120})'/gu

/** At the beginning of a line, before a colon (Anthropic), or a path of several parts anywhere. */
function placesIn(text: string): readonly string[] {
  const heads = [...text.matchAll(/^[^\S\n]*([a-z_]+(?:[.[][\w\].[-]*)?): /gm)]
  const paths = [...text.matchAll(/\b[a-zA-Z_]+(?:(?:\.|\[)[\w-]+\]?)+/g)]
  return [...heads.map((match) => match[1] ?? ''), ...paths.map((match) => match[0])]
}

const plainPlace = (place: string): string =>
  place
    .replace(/[[\]]+/g, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/^\$?\.|\.$/g, '')
    .replace(/^(body|request|GenerateContentRequest)\./, '')

import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import { readLooseFields } from './loose-fields.ts'
import { readYaml } from './read-yaml.ts'

/** A Markdown file cut into its front matter and the text after it. */
export interface FrontMatter {
  /** Empty if the file has none, or none that can be read. */
  readonly fields: JsonObject
  /** With line feeds alone at the ends of its lines. */
  readonly body: string
  /** Why the front matter can't be read, in a sentence; null if it can. */
  readonly problem: string | null
}

/** Maximum characters of a front matter. */
const maxFields = 20_000

/**
 * Reads YAML between two lines of `---` at the start of a Markdown file. Many files of others are not quite YAML (a
 * colon in a description, examples over several lines): then each field is read for itself. Never throws.
 */
export async function readFrontMatter(whole: string): Promise<FrontMatter> {
  const text = whole.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const found = /^(?:---[ \t]*\n|\s+---[ \t]*\n(?=[\w-]+[ \t]*:))(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/.exec(text)
  if (found === null) {
    const isOpen = /^\s*---[ \t]*\n[\w-]+[ \t]*:/.test(text)
    return { fields: {}, body: text, problem: isOpen ? 'Its front matter has no end, a line of “---”.' : null }
  }
  const [head, yaml = ''] = found
  const body = text.slice(head.length)
  if (yaml.length > maxFields) return { fields: {}, body, problem: 'Its front matter is too long.' }
  const read = await readYaml(yaml)
  if (!read.ok) {
    if (read.why === null) return { fields: {}, body, problem: 'Its front matter takes too long to read.' }
    const loose = await readLooseFields(yaml)
    if (loose !== null) return { fields: loose, body, problem: null }
    const [why = ''] = read.why.split('\n')
    return { fields: {}, body, problem: `Its front matter can’t be read: ${why.replace(/[:.]$/, '')}.` }
  }
  const fields = jsonObject.safeParse(read.value ?? {})
  return fields.success
    ? { fields: fields.data, body, problem: null }
    : { fields: {}, body, problem: 'Its front matter is no list of fields.' }
}

/** A field's text without white space around it; null if the field is missing, empty or no text. */
export function textField(fields: JsonObject, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The same of a field that people read: there, what YAML takes for a list is text, such as the hint `[file]`. */
export function proseField(fields: JsonObject, name: string): string | null {
  const value = written(fields[name])
  return value === null || value.trim() === '' ? null : value.trim()
}

function written(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return null
  const parts = value.map(written)
  return parts.includes(null) ? null : `[${parts.join(', ')}]`
}

import { z } from 'zod'
import { type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import { workBounded } from '../../bounded/bounded-work.ts'
import { readSmallYaml } from '../../bounded/small-yaml.ts'

/** A Markdown file cut into its front matter and the text after it. */
export interface FrontMatter {
  /** Empty if the file has none, or none that can be read. */
  readonly fields: JsonObject
  readonly body: string
  /** Why the front matter can't be read, in a sentence; null if it can. */
  readonly problem: string | null
}

/** Maximum characters of a front matter. */
const maxFields = 20_000

/** Reads YAML between two lines of `---` at the start of a Markdown file. Never throws. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const found = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text)
  if (found === null) return { fields: {}, body: text, problem: null }
  const [whole, yaml = ''] = found
  const body = text.slice(whole.length)
  if (yaml.length > maxFields) return { fields: {}, body, problem: 'Its front matter is too long.' }
  // Numbers and dates stay as they are written.
  const read =
    (await readSmallYaml(yaml)) ?? (await workBounded({ kind: 'yaml', text: yaml, failsafe: true }, z.unknown()))
  if (read.kind === 'failed') {
    const [why = ''] = read.why.split('\n')
    return { fields: {}, body, problem: `Its front matter can’t be read: ${why.replace(/[:.]$/, '')}.` }
  }
  if (read.kind !== 'done') return { fields: {}, body, problem: 'Its front matter takes too long to read.' }
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

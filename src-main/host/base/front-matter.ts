import { type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'

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
  // Most hosts never read one.
  const { parse } = await import('yaml')
  try {
    // Numbers and dates stay as they are written.
    const fields = jsonObject.safeParse(parse(yaml, { schema: 'failsafe', maxAliasCount: 10 }) ?? {})
    return fields.success
      ? { fields: fields.data, body, problem: null }
      : { fields: {}, body, problem: 'Its front matter is no list of fields.' }
  } catch (thrown) {
    const [why = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n')
    return { fields: {}, body, problem: `Its front matter can’t be read: ${why.replace(/:$/, '')}.` }
  }
}

/** A field's text without white space around it; null if the field is missing, empty or no text. */
export function textField(fields: JsonObject, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

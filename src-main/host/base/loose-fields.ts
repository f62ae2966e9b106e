import { type Json, type JsonObject, json, jsonObject } from '../../../src-shared/base/json.ts'
import { readYaml } from './read-yaml.ts'

/** What only describes: any text will do. */
const isProse = /^(?:name|title|description|argument-hint|when_to_use|when-to-use)$/
/** What may limit: it is a field wherever a line begins with it, so that no text before it can hide it. */
const mayLimit =
  /tool|allow|den(?:y|ied)|permission|sandbox|hooks|isolation|read-?only|disable|exclude|restrict|forbid|block|limit|^max|^mode$|steps$/i
/** Lines of conversations that descriptions have as examples. */
const isSpeech = /^(?:user|assistant|human|agent|context|commentary|examples?|input|output)$/i

interface Field {
  readonly name: string
  readonly lines: string[]
}

/**
 * Reads the fields of a front matter that is not quite YAML, each for itself: as YAML if it is, else the words as they
 * stand, as other tools do. What may limit is never more than one line of such words.
 * @returns null if it can't be read without a guess at what it limits
 */
export async function readLooseFields(text: string): Promise<JsonObject | null> {
  const blocks = fieldsIn(text)
  if (blocks === null) return null
  const fields: Record<string, Json> = {}
  for (const { name, lines } of blocks) {
    const isTwice = Object.hasOwn(fields, name)
    if (isTwice && !isProse.test(name)) return null
    if (isTwice) continue
    const value = await readValue(name, lines)
    if (value === null) return null
    fields[name] = value
  }
  return fields
}

function fieldsIn(text: string): readonly Field[] | null {
  const fields: Field[] = []
  const open: string[] = []
  for (const line of text.split('\n')) {
    const [, indent, name = '', rest = ''] = fieldLine.exec(line) ?? []
    const last = fields.at(-1)
    const isLimit = mayLimit.test(name) && (indent === '' || (last !== undefined && isProse.test(last.name)))
    if (isLimit || (indent === '' && open.length === 0 && isName(name))) fields.push({ name, lines: [rest] })
    else if (last !== undefined && (isProse.test(last.name) || !isTag.test(line))) last.lines.push(line)
    else if (last === undefined && line.trim() !== '' && !line.startsWith('#')) return null
    for (const [, slash, tag = ''] of line.matchAll(/<(\/?)(example|commentary)>/gi))
      if (slash === '') open.push(tag)
      else open.pop()
  }
  return fields
}

const fieldLine = /^([ \t]*)["']?([A-Za-z_][\w-]*)["']?[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/
const isTag = /^\s*<\/?(?:example|commentary)>\s*$/i
const isName = (name: string): boolean => /^[a-z_]/.test(name) && !isSpeech.test(name)

async function readValue(name: string, lines: readonly string[]): Promise<Json | null> {
  const read = await readYaml(`${name}: ${lines.join('\n')}`)
  const alone = jsonObject.safeParse(read.ok ? read.value : null)
  const value = alone.success ? json.safeParse(alone.data[name]) : null
  if (value?.success === true && value.data !== null && Object.keys(alone.data ?? {}).length === 1)
    if (!isProse.test(name) || typeof value.data === 'string' || Array.isArray(value.data)) return value.data
  const said = lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
  if (said === '') return ''
  if (mayLimit.test(name) && said.includes('\n')) return null
  return said.replace(/^[>|][+-]?\n/, '').replace(/^(["'])([\s\S]*)\1$/, '$2')
}

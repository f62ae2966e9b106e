import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import { visible, visibleName } from '../../tools/text/visible.ts'
import { readFrontMatter, textField } from '../base/front-matter.ts'

/** A sub-agent as its file describes it. `model`: a profile's name or id; null: as its role says. */
export interface AgentFile extends SubAgent {
  readonly model: string | null
}

const [maxDescription, maxText] = [1000, 50_000]

/**
 * Reads a sub-agent's Markdown file: front matter with `description` and, if it says so, `name`, `tools`, `model`, `role`
 * and `strategy`, then its instructions. The fields of Claude Code's and opencode's files are understood.
 * Sources: https://code.claude.com/docs/en/sub-agents, https://opencode.ai/docs/agents
 *
 * @returns null if the file describes no sub-agent
 */
export async function readAgentFile(text: string, file: string, from: SubAgent['from']): Promise<AgentFile | null> {
  const { fields, body } = await readFrontMatter(text.replaceAll('\r\n', '\n'))
  const name = textField(fields, 'name') ?? file.split('/').at(-1)?.replace(/\.md$/i, '') ?? ''
  const description = textField(fields, 'description')
  const isHelper = textField(fields, 'mode') !== 'primary' && !isOn(fields['disable'])
  if (description === null || !isHelper || !/^[A-Za-z0-9][\w-]{0,63}$/.test(name)) return null
  const model = textField(fields, 'model')
  const strategy = textField(fields, 'strategy')
  const role = textField(fields, 'role')
  return {
    name,
    description: visibleName(description.replace(/\s+/g, ' ')).slice(0, maxDescription),
    instructions: visible(body.trim()).slice(0, maxText),
    tools: toolsIn(fields),
    role: role ?? (model === null || model === 'inherit' ? null : name),
    strategy: strategy === null ? null : { name: strategy, options: {} },
    file,
    from,
    model: model === 'inherit' ? null : model,
  }
}

/** A list, or names with commas between; null if all tools are meant. Opencode's map of switches is one of exceptions. */
function toolsIn(fields: JsonObject): readonly string[] | null {
  const given = fields['tools']
  const switches = jsonObject.safeParse(given)
  if (switches.success) {
    const off = Object.entries(switches.data).flatMap(([name, on]) => (isOff(on) ? ownNames(name) : []))
    return off.length === 0 ? null : known.filter((name) => !off.includes(name))
  }
  const names = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given.filter(isText) : []
  const wanted = names.map((each) => each.trim()).filter((each) => each !== '')
  return wanted.length === 0 || wanted.includes('*') ? null : [...new Set(wanted.flatMap(ownNames))]
}

const isText = (value: Json): value is string => typeof value === 'string'
const isOn = (value: Json | undefined): boolean => value === true || value === 'true'
const isOff = (value: Json): boolean => value === false || value === 'false'

/** The app's names for what other tools call theirs; a name that is not theirs stays. */
const ownNames = (name: string): readonly string[] => theirs[name.replace(/\(.*$/, '').toLowerCase()] ?? [name]

const theirs: { readonly [name: string]: readonly string[] | undefined } = {
  read: ['read_file'],
  edit: ['edit_file'],
  multiedit: ['edit_file'],
  patch: ['edit_file'],
  write: ['write_file'],
  bash: ['shell'],
  grep: ['search_text'],
  glob: ['find_files'],
  ls: ['list_directory'],
  list: ['list_directory'],
  webfetch: ['fetch_page'],
  skill: ['load_skill'],
}

const known = [
  'read_file',
  'list_directory',
  'find_files',
  'search_text',
  'edit_file',
  'write_file',
  'shell',
  'git',
  'ask_user',
  'load_skill',
  'fetch_page',
]

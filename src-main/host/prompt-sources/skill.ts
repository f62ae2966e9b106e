import { formatNumber } from '../../../src-shared/base/format.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import { proseField, readFrontMatter, textField } from '../base/front-matter.ts'
import { limitingFields } from './limiting-fields.ts'

/**
 * A skill, as its SKILL.md describes it. Source: the Agent Skills specification, https://agentskills.io/specification
 */
export interface Skill {
  readonly name: string
  /** What it does and when to use it, for the model. */
  readonly description: string
  /** The text after the front matter. */
  readonly body: string
  readonly source: 'user' | 'project'
  /** Absolute path of the folder that files are read in, and the skill's own folder in it, with forward slashes. */
  readonly root: string
  readonly folder: string
  /** In which way its file is not as the specification says, in a sentence; left out: in none. */
  readonly note?: string
}

export type ReadSkill =
  | { readonly ok: true; readonly skill: Skill }
  | { readonly ok: false; readonly file: string; readonly problem: string }

const [maxName, maxDescription] = [64, 1024]

/**
 * Reads what other hosts load, too: a name that is a title, or not the folder's, and a description that is too long.
 *
 * @param at where it was found; `file` ends in `NAME/SKILL.md`
 * @returns the problem, in a sentence, if it can't be used
 */
export async function readSkill(text: string, file: string, at: Pick<Skill, 'source' | 'root'>): Promise<ReadSkill> {
  const no = (problem: string): ReadSkill => ({ ok: false, file, problem })
  const folder = file.split('/').slice(0, -1).join('/')
  const { fields, body, problem } = await readFrontMatter(text)
  if (problem !== null) return no(problem)
  const description = proseField(fields, 'description')?.replace(/\s+/g, ' ') ?? null
  if (description === null) return no('Its front matter needs a description.')
  const given = textField(fields, 'name')
  const ofFolder = folder.split('/').at(-1) ?? ''
  const name = given !== null && isPlain(given) ? given : plainName(ofFolder) || plainName(given ?? '')
  if (name === '') return no('Its name needs letters from a to z, or digits.')
  const limit = limitIn(fields)
  if (limit !== null) return no(limit)
  const note = noteOn(name, given, ofFolder, description)
  const shown = description.length > maxDescription ? `${description.slice(0, maxDescription - 1)}…` : description
  const skill = { name, description: shown, body: body.trim(), folder, ...at, ...(note !== null && { note }) }
  return { ok: true, skill }
}

const isPlain = (name: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= maxName

const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maxName)
    .replace(/-$/, '')

function noteOn(name: string, given: string | null, ofFolder: string, description: string): string | null {
  if (name !== given)
    return given === null
      ? `It has no name, so it is called ${name} as its folder is.`
      : `A skill’s name has only small letters, digits and single hyphens, so it is called ${name} here.`
  if (name !== ofFolder) return `Its name is ${name}, and its folder’s is another.`
  return description.length > maxDescription
    ? `Its description is cut, since it is longer than ${formatNumber(maxDescription)} characters.`
    : null
}

/**
 * What a skill asks to be held to, which it can't be here. `allowed-tools` is no limit but a permission to use tools
 * without asking: nothing is granted by a file, and nothing has to be held to.
 */
function limitIn(fields: JsonObject): string | null {
  const limits = limitingFields(fields)
  if (limits.includes('disable-model-invocation'))
    return 'It says that no model may load it, and here only models load skills.'
  const [field] = limits
  return field === undefined ? null : `Its field ${field} limits what may be done with it, which can’t be held to here.`
}

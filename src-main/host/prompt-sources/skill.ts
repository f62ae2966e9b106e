import type { JsonObject } from '../../../src-shared/base/json.ts'
import { readFrontMatter, textField } from '../base/front-matter.ts'
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
}

export type ReadSkill =
  | { readonly ok: true; readonly skill: Skill }
  | { readonly ok: false; readonly file: string; readonly problem: string }

const [maxName, maxDescription] = [64, 1024]

/**
 * @param at where it was found; `file` ends in `NAME/SKILL.md`
 * @returns the problem, in a sentence, if the file breaks the specification
 */
export async function readSkill(text: string, file: string, at: Pick<Skill, 'source' | 'root'>): Promise<ReadSkill> {
  const no = (problem: string): ReadSkill => ({ ok: false, file, problem })
  const folder = file.split('/').slice(0, -1).join('/')
  const { fields, body, problem } = await readFrontMatter(text)
  if (problem !== null) return no(problem)
  const name = textField(fields, 'name')
  const description = textField(fields, 'description')?.replace(/\s+/g, ' ') ?? null
  if (name === null || description === null) return no('Its front matter needs a name and a description.')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > maxName)
    return no('Its name may have only small letters, digits and single hyphens.')
  if (name !== folder.split('/').at(-1)) return no(`Its name is ${name}, so its folder must be too.`)
  if (description.length > maxDescription) return no(`Its description is longer than ${maxDescription} characters.`)
  const limit = limitIn(fields)
  if (limit !== null) return no(limit)
  return { ok: true, skill: { name, description, body: body.trim(), folder, ...at } }
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

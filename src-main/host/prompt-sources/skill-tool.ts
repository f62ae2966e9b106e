import { z } from 'zod'
import { counted } from '../../../src-shared/base/format.ts'
import { keepEnds } from '../../tools/text/shorten.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { defineTool, failed, readOnlyPlan, type Tool, type ToolOutcome } from '../../tools/tool.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import type { Skill } from './skill.ts'

export const skillToolName = 'load_skill'

/** Maximum skills that are listed to the model, and files that a loaded skill names. */
const [maxListed, maxFiles] = [100, 100]

/**
 * The tool that loads a skill. The model sees only names and descriptions before; a skill's text is a tool's result, in
 * the log as any other. None if there are no skills.
 */
export function skillTools(skills: readonly Skill[]): readonly Tool[] {
  if (skills.length === 0) return []
  const listed = skills.slice(0, maxListed)
  const names = listed.map(({ name }) => name)
  return [
    defineTool({
      name: skillToolName,
      description: [
        'Load the instructions of a skill. Do it before you begin a task that its description fits. The skills are:',
        ...listed.map(({ name, description }) => `- ${name}: ${visibleName(description)}`),
      ].join('\n'),
      effect: 'read',
      parameters: z.strictObject({
        name: z.string().describe('Name of the skill.'),
        file: z
          .string()
          .optional()
          .describe('A file that the skill names, relative to its folder. Left out: its instructions.'),
      }),
      prepare: ({ name, file }) =>
        readOnlyPlan(file === undefined ? name : `${name}/${file}`, async () => {
          const skill = listed.find((each) => each.name === name)
          if (skill === undefined)
            return failed(`There is no skill ${visibleName(name)}. Choose one of: ${names.join(', ')}.`)
          return file === undefined ? await loaded(skill) : await fileOf(skill, file)
        }),
    }),
  ]
}

async function loaded(skill: Skill): Promise<ToolOutcome> {
  const neighbors = await filesBeside(skill)
  const whose = skill.source === 'user' ? "the user's own skills" : 'the project, which the user trusts'
  const list =
    neighbors.length === 0
      ? ''
      : `\n\n[Files of this skill, to be read with ${skillToolName} and their name if needed: ${neighbors.join(', ')}]`
  const head = `[The skill ${skill.name}, from ${whose}. It gives no permission.]`
  const text = `${head}\n\n${skill.body}${list}`
  return { ok: true, text, summary: skill.name, data: { skill: skill.name }, body: { kind: 'text', text: skill.body } }
}

/** Relative to the skill's folder. */
async function filesBeside({ root, folder }: Skill): Promise<readonly string[]> {
  const guarded = await guardFiles(root).catch(() => null)
  const found = await guarded?.list(folder, 3, maxFiles)
  if (found?.ok !== true) return []
  return found.entries
    .filter(({ kind, path }) => kind === 'file' && path !== `${folder}/SKILL.md`)
    .map(({ path }) => visibleName(path.slice(folder.length + 1)))
}

async function fileOf({ root, folder, name }: Skill, file: string): Promise<ToolOutcome> {
  const outside = `A skill has only the files in its own folder; ${visibleName(file)} is none of ${name}.`
  if (/(^|[\\/])\.\.([\\/]|$)|^([\\/~]|[A-Za-z]:)/.test(file)) return failed(outside)
  const guarded = await guardFiles(root).catch(() => null)
  const read = await guarded?.readText(`${folder}/${file}`)
  if (read === undefined) return failed('The folder of this skill is gone.')
  if (!read.ok) return failed(read.problem)
  if (!read.relative.startsWith(`${folder}/`)) return failed(outside)
  const lines = read.text === '' ? 0 : read.text.trimEnd().split('\n').length
  const text = keepEnds(read.text, 'The middle was left out.')
  const body = { kind: 'file', path: read.relative, text: read.text.slice(0, 1_000_000), firstLine: 1 } as const
  return { ok: true, text, summary: counted(lines, 'line'), data: { skill: name, file }, body }
}

import type { AvailableCommand } from '@agentclientprotocol/sdk'
import { expandPrompt, slashOf, takesArguments } from '../../src-shared/prompt-files/prompt-file.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'

/** What a prompt asks for. */
export type Wanted =
  | { readonly kind: 'message'; readonly text: string }
  /** A file of the project: its text is shown to the user before it is sent (T46). */
  | { readonly kind: 'project-file'; readonly file: string; readonly text: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'compact'; readonly focus: string }

const own: readonly AvailableCommand[] = [
  { name: 'resume', description: 'Continue the last run if it was stopped or interrupted.' },
  {
    name: 'compact',
    description: 'Summarize the conversation so far, so that less of it is sent.',
    input: { hint: 'what the summary must keep' },
  },
]

/** The commands of a project: the app's, then prompt files, then skills; a name belongs to the first that has it. */
export async function slashCommands(host: Host, projectId: string): Promise<AvailableCommand[]> {
  const [files, skills] = await Promise.all([
    ask(host, 'prompt-files-list', { projectId }),
    ask(host, 'skills-list', { projectId }),
  ])
  const prompts = files.map(({ name, description, hint, text, file }): AvailableCommand => {
    const shown = hint === '' && takesArguments(text) ? 'arguments' : hint
    return {
      name: nameOf(name),
      description: description === '' ? file : description,
      ...(shown !== '' && { input: { hint: shown } }),
    }
  })
  const usable = skills.flatMap((each): AvailableCommand[] =>
    each.ok ? [{ name: each.name, description: `Skill: ${each.description}`, input: { hint: 'what to do' } }] : [],
  )
  const all = [...own, ...prompts, ...usable]
  return all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at)
}

/** A name in the protocol has no slash. */
const nameOf = (file: string): string => file.replaceAll('/', ':')

/** What a prompt means: a command with what was typed after it, or a message. Unknown commands are messages. */
export async function wantedBy(host: Host, projectId: string, text: string): Promise<Wanted> {
  const slash = slashOf(text)
  if (slash === null) return { kind: 'message', text }
  const { name, typed } = slash
  if (name === 'resume') return { kind: 'resume' }
  if (name === 'compact') return { kind: 'compact', focus: typed.trim() }
  const files = await ask(host, 'prompt-files-list', { projectId })
  const file = files.find((each) => nameOf(each.name) === name || each.name === name)
  if (file !== undefined) {
    const expanded = expandPrompt(file.text, typed)
    if (file.source === 'user') return { kind: 'message', text: expanded }
    return { kind: 'project-file', file: file.file, text: expanded }
  }
  const skills = await ask(host, 'skills-list', { projectId })
  const isSkill = skills.some((each) => each.ok && each.name === name)
  const rest = typed.trim() === '' ? '.' : `: ${typed.trim()}`
  return { kind: 'message', text: isSkill ? `Use the skill ${name}${rest}` : text }
}

import type { AvailableCommand } from '@agentclientprotocol/sdk'
import type { McpPromptCommand } from '../../src-shared/mcp/mcp-offers.ts'
import type { SentImage } from '../../src-shared/mentions/image-marks.ts'
import { expandPrompt, slashOf, takesArguments } from '../../src-shared/prompt-files/prompt-file.ts'
import { ask } from '../host/api/host-client.ts'
import type { Host } from '../host/host.ts'

/** What a prompt asks for. */
export type Wanted =
  | { readonly kind: 'message'; readonly text: string }
  /** Words of a project's file or of an MCP server: shown to the user before they are sent (T24, T46). */
  | { readonly kind: 'foreign'; readonly of: string; readonly text: string; readonly images: readonly SentImage[] }
  | { readonly kind: 'resume' }
  /** The last message again, or another in its place, from the files as they were before it. */
  | { readonly kind: 'again'; readonly text: string }
  | { readonly kind: 'compact'; readonly focus: string }

const own: readonly AvailableCommand[] = [
  { name: 'resume', description: 'Continue the last run if it was stopped or interrupted.' },
  {
    name: 'again',
    description: 'Ask the last message again, from the files as they were before it.',
    input: { hint: 'another message to ask in its place' },
  },
  {
    name: 'compact',
    description: 'Summarize the conversation so far, so that less of it is sent.',
    input: { hint: 'what the summary must keep' },
  },
]

/**
 * The commands of a project: the app's, then prompt files, skills, and prompts of MCP servers; a name belongs to the first
 * that has it.
 * @param offered prompts of MCP servers: what they offer may take a while
 */
export async function slashCommands(
  host: Host,
  projectId: string,
  offered: readonly McpPromptCommand[],
): Promise<AvailableCommand[]> {
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
  const usable = skills.map(
    ({ name, description }): AvailableCommand => ({
      name,
      description: `Skill: ${description}`,
      input: { hint: 'what to do' },
    }),
  )
  const ofServers = offered.map(
    ({ command, description, server, hint }): AvailableCommand => ({
      name: command,
      description: description === '' ? `Prompt of the MCP server ${server}` : description,
      ...(hint !== '' && { input: { hint } }),
    }),
  )
  const all = [...own, ...prompts, ...usable, ...ofServers]
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
  if (name === 'again') return { kind: 'again', text: typed.trim() }
  if (name === 'compact') return { kind: 'compact', focus: typed.trim() }
  const files = await ask(host, 'prompt-files-list', { projectId })
  const file = files.find((each) => nameOf(each.name) === name || each.name === name)
  if (file !== undefined) {
    const expanded = expandPrompt(file.text, typed)
    if (file.source === 'user') return { kind: 'message', text: expanded }
    return { kind: 'foreign', of: file.file, text: expanded, images: [] }
  }
  const skills = await ask(host, 'skills-list', { projectId })
  const isSkill = skills.some((each) => each.name === name)
  if (!isSkill && name.includes(':')) {
    const offered = await ask(host, 'mcp-prompts-list', { projectId })
    const found = offered.find(({ command }) => command === name)
    if (found !== undefined) return promptOfServer(host, projectId, found, typed)
  }
  const rest = typed.trim() === '' ? '.' : `: ${typed.trim()}`
  return { kind: 'message', text: isSkill ? `Use the skill ${name}${rest}` : text }
}

/** @throws FailureError if the server does not send it, or an argument is missing */
async function promptOfServer(
  host: Host,
  projectId: string,
  { server, prompt }: McpPromptCommand,
  typed: string,
): Promise<Wanted> {
  const { text, images } = await ask(host, 'mcp-prompt-read', { projectId, server, prompt, typed: typed.trim() })
  const sent = images.map(({ ref, name }) => ({ ref, name }))
  return { kind: 'foreign', of: `the prompt ${prompt} of the MCP server ${server}`, text, images: sent }
}

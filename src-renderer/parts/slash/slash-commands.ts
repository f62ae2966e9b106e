import type { ImageInfo } from '../../../src-shared/mentions/image-marks.ts'
import {
  expandPrompt,
  hasCommands,
  type PromptFile,
  slashOf,
  takesArguments,
  typeable,
} from '../../../src-shared/prompt-files/prompt-file.ts'
import type { SkillEntry } from '../../../src-shared/prompt-files/skill-entry.ts'

/** What becomes of the composer's text, and a line about it for the user. */
export interface SlashResult {
  readonly text: string
  readonly note: string | null
  /** Images that are added to the message. */
  readonly images?: readonly ImageInfo[]
  /** What comes instead of it once a server has answered. Rejects with a FailureError. */
  readonly later?: Promise<SlashResult>
}

/** A command that the message begins with: `/name`, and what is typed after it. */
export interface SlashCommand {
  readonly name: string
  /** What may follow; empty if nothing needs to. A command with a hint waits for it before it runs. */
  readonly hint: string
  readonly description: string
  readonly source: 'app' | 'server' | 'skill' | PromptFile['source']
  readonly run: (typed: string) => SlashResult
  /** Proposals for the argument at the end of what was typed; left out: there are none. */
  readonly propose?: (typed: string) => Promise<readonly string[]>
}

/** A prompt file as a command: its text replaces the message, to be read before it is sent. */
export function promptCommand({ name, description, hint, text, source, file }: PromptFile): SlashCommand {
  const unrun = hasCommands(text) ? ' Its commands (!`…`) are not run; they are sent as text.' : ''
  return {
    name,
    description: description === '' ? file : description,
    hint: hint === '' && takesArguments(text) ? 'arguments' : hint,
    source,
    run: (typed) => ({ text: expandPrompt(text, typed), note: `From ${file}. Nothing is sent yet.${unrun}` }),
  }
}

/** A skill as a command: the message says that the agent is to load it, to be read and gone on with before it is sent. */
export const skillCommand = ({ name, description, source }: SkillEntry): SlashCommand => ({
  name,
  hint: 'what to do',
  description: `Skill${source === 'project' ? ' of the project' : ''}: ${description}`,
  source: 'skill',
  run: (typed) => ({
    text: `Use the skill ${name}${typed.trim() === '' ? '.' : `: ${typed.trim()}`}`,
    note: `The agent loads the skill ${name}. Nothing is sent yet.`,
  }),
})

/** The app's commands first, then files, then skills: none can take the name of one before it. A server's have a colon, which no other has. */
export function withPrompts(
  app: readonly SlashCommand[],
  files: readonly PromptFile[],
  servers: readonly SlashCommand[] = [],
  skills: readonly SkillEntry[] = [],
): readonly SlashCommand[] {
  const taken = new Set(app.map(({ name }) => name))
  const prompts = files.filter(({ name }) => !taken.has(name)).map(promptCommand)
  for (const { name } of prompts) taken.add(name)
  const usable = skills.filter(({ name }) => !taken.has(name)).map(skillCommand)
  return [...app, ...prompts, ...usable, ...servers]
}

const begun = new RegExp(`^/(${typeable}*)$`, 'u')
const goesOn = new RegExp(`^${typeable}`, 'u')

/** The typed part of a command's name, if the caret is in it; null if it is not. */
export function slashAt(text: string, caret: number): string | null {
  const found = begun.exec(text.slice(0, caret))
  return found === null || goesOn.test(text.slice(caret)) ? null : (found[1] ?? '')
}

/** The command that the message begins with, and what is typed after it; null if there is none. */
export function commandOf(text: string, commands: readonly SlashCommand[]) {
  const slash = slashOf(text)
  const command = commands.find(({ name }) => name === slash?.name)
  return slash === null || command === undefined ? null : { command, typed: slash.typed }
}

/**
 * The commands whose names have the typed letters in this order: those that begin so first, then those that contain it.
 */
export function matching(typed: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const wanted = typed.toLowerCase()
  const rank = ({ name }: SlashCommand): number => {
    const has = name.toLowerCase()
    if (has.startsWith(wanted)) return 0
    if (has.includes(`/${wanted}`) || has.includes(`:${wanted}`)) return 1
    if (has.includes(wanted)) return 2
    return hasInOrder(has, wanted) ? 3 : 4
  }
  return commands
    .map((command) => ({ command, at: rank(command) }))
    .filter(({ at }) => at < 4)
    .sort((a, b) => a.at - b.at)
    .map(({ command }) => command)
}

function hasInOrder(text: string, letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    const at = text.indexOf(letter, from)
    if (at === -1) return false
    from = at + 1
  }
  return true
}

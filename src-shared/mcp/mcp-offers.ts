import { z } from 'zod'
import { wordsOf } from '../prompt-files/prompt-file.ts'

/** A prompt as its server defines it, sanitized for display. */
export const mcpPrompt = z.object({
  /** The server's name for it. */
  name: z.string(),
  description: z.string(),
  arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })).readonly(),
})
export type McpPrompt = z.infer<typeof mcpPrompt>

export const mcpResource = z.object({
  /** For a template, with its `{variables}` (RFC 6570). */
  uri: z.string(),
  title: z.string(),
  isTemplate: z.boolean(),
})
export type McpResource = z.infer<typeof mcpResource>

/** What a server offers to the user, besides tools for the model. */
export const mcpOffers = z.object({
  prompts: z.array(mcpPrompt).readonly(),
  resources: z.array(mcpResource).readonly(),
})
export type McpOffers = z.infer<typeof mcpOffers>

/** A server's prompt as a command of the message box. */
export interface McpPromptCommand {
  readonly server: string
  readonly prompt: string
  /** What is typed after the slash: `server:prompt`. */
  readonly command: string
  /** Its arguments; those in brackets can be left out. */
  readonly hint: string
  readonly description: string
}

/**
 * The commands for a server's prompts. The colon keeps them apart from the app's commands and from prompt files.
 * @param taken names that other servers' prompts have
 */
export function promptCommands(
  server: string,
  prompts: readonly McpPrompt[],
  taken: ReadonlySet<string>,
): readonly McpPromptCommand[] {
  const used = new Set(taken)
  return prompts.map(({ name, description, arguments: needed }) => {
    const plain = `${typeable(server)}:${typeable(name)}`
    let command = plain
    for (let count = 2; used.has(command); count++) command = `${plain}-${count}`
    used.add(command)
    const hint = needed.map((each) => (each.required ? each.name : `[${each.name}]`)).join(' ')
    return { server, prompt: name, command, hint, description }
  })
}

const typeable = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 60)

export type PromptArguments =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly missing: readonly string[] }

/**
 * The arguments of a prompt from what was typed after its name: one word for each, in their order, or `name=value`. The
 * last one takes all that remains; quotes keep words together.
 */
export function promptArguments({ arguments: needed }: Pick<McpPrompt, 'arguments'>, typed: string): PromptArguments {
  const values = new Map<string, string>()
  const open = () => needed.filter(({ name }) => !values.has(name))
  let words = wordsOf(typed)
  while (words.length > 0) {
    const [word = '', ...rest] = words
    const named = needed.find(({ name }) => word.startsWith(`${name}=`))
    const [next, ...others] = open()
    words = rest
    if (named !== undefined) values.set(named.name, word.slice(named.name.length + 1))
    else if (next === undefined) break
    else if (others.length > 0) values.set(next.name, word)
    else {
      values.set(next.name, [word, ...rest].join(' '))
      break
    }
  }
  const missing = open().flatMap(({ name, required }) => (required ? [name] : []))
  return missing.length > 0 ? { ok: false, missing } : { ok: true, values: Object.fromEntries(values) }
}

/** What follows the `@` in a mention of a resource: `server:uri`. */
export const resourceMention = (server: string, uri: string): string => `${server}:${uri}`

/** A mention that may be of a resource; null if it can't be one. */
export function resourceOf(mention: string): { readonly server: string; readonly uri: string } | null {
  const found = /^([^:]+):([a-zA-Z][a-zA-Z0-9+.-]*:.+)$/.exec(mention)
  return found === null ? null : { server: found[1] ?? '', uri: found[2] ?? '' }
}

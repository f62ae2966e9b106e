import { z } from 'zod'
import type { McpOffers, McpPrompt, McpResource } from '../../src-shared/mcp/mcp-offers.ts'
import { visibleName } from '../tools/text/visible.ts'
import { type Content, contentBlock, contentOf, resourceContent } from './contents.ts'

/** Limits for what a server offers (T41). */
const [maxPrompts, maxArguments, maxResources] = [100, 20, 300]
const [maxName, maxUri, maxDescription] = [200, 1000, 300]
/** Parts of a prompt or a resource that are looked at. */
const maxParts = 50

const shown = z
  .string()
  .transform((text) => visibleName(text.slice(0, maxDescription)))
  .catch('')
const name = z.string().min(1).max(maxName)
const list = z.array(z.unknown()).catch([])

const listedPrompt = z.looseObject({
  name,
  title: shown,
  description: shown,
  arguments: z
    .array(z.looseObject({ name, description: shown, required: z.boolean().catch(false) }))
    .max(maxArguments)
    .catch([]),
})
const listedResource = z.looseObject({ uri: z.string().min(1).max(maxUri), name: shown, title: shown })
const listedTemplate = z.looseObject({ uriTemplate: z.string().min(1).max(maxUri), name: shown, title: shown })

/** Parses what a server lists; what is malformed or over a limit is left out. */
export function offersIn(prompts: unknown, resources: unknown, templates: unknown): McpOffers {
  const of = <T>(value: unknown, schema: z.ZodType<T>, most: number): readonly T[] =>
    list
      .parse(value)
      .slice(0, most)
      .flatMap((each) => {
        const read = schema.safeParse(each)
        return read.success ? [read.data] : []
      })
  return {
    prompts: of(prompts, listedPrompt, maxPrompts).map(
      ({ name, title, description, arguments: needed }): McpPrompt => ({
        name,
        description: description === '' ? title : description,
        arguments: needed.map(({ name, description, required }) => ({ name, description, required })),
      }),
    ),
    resources: [
      ...of(resources, listedResource, maxResources).map((each) => resource(each.uri, each.title, each.name, false)),
      ...of(templates, listedTemplate, maxResources).map((each) =>
        resource(each.uriTemplate, each.title, each.name, true),
      ),
    ],
  }
}

const resource = (uri: string, title: string, name: string, isTemplate: boolean): McpResource => ({
  uri,
  title: [title, name].find((each) => each !== '') ?? visibleName(uri),
  isTemplate,
})

const promptResult = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string().catch('user'), content: contentBlock })).catch([]),
})
const resourceResult = z.looseObject({
  contents: z
    .array(
      z.looseObject({
        uri: z.string().optional().catch(undefined),
        text: z.string().optional().catch(undefined),
        blob: z.string().optional().catch(undefined),
        mimeType: z.string().optional().catch(undefined),
      }),
    )
    .catch([]),
})

/** The messages of a prompt in one; if some are the assistant's, each says whose it is. */
export function promptContents(result: unknown): readonly Content[] {
  const messages = promptResult.parse(result).messages.slice(0, maxParts)
  const isTalk = messages.some(({ role }) => role !== 'user')
  return messages.flatMap(({ role, content }): readonly Content[] => {
    const whose = role === 'user' ? 'User:' : 'Assistant:'
    return [...(isTalk ? [{ kind: 'text', text: whose } as const] : []), contentOf(content)]
  })
}

export const resourceContents = (result: unknown): readonly Content[] =>
  resourceResult.parse(result).contents.slice(0, maxParts).map(resourceContent)

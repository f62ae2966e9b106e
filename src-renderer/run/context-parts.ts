import type { ModelExchange } from '../../src-shared/api/run-requests.ts'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Message } from '../../src-shared/model/message.ts'

/** One part of a request's content. */
export interface ContextPart {
  readonly name: string
  /** An estimate. */
  readonly tokens: number
}

/** Used when no request says how many characters a token has. */
const usualCharacters = 4

/**
 * What the context of the next request contains: the parts of the last request, its answer, and the message being
 * written. The token count reported by the endpoint is divided among the parts by their length in characters.
 * @param usage reported for the last request, tokens
 * @param characters of the message being written, with what it attaches
 */
export function contextParts(
  { messages, tools }: Pick<ModelExchange, 'messages' | 'tools'>,
  usage: { readonly input: number; readonly output: number },
  characters: number,
): readonly ContextPart[] {
  const sizes = new Map<string, number>(names.map((name) => [name, 0]))
  const add = (name: string, size: number) => sizes.set(name, (sizes.get(name) ?? 0) + size)
  for (const message of messages) add(partOf(message), sizeOf(message))
  add('Tools', tools.length === 0 ? 0 : JSON.stringify(tools).length)
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const perCharacter = all > 0 && usage.input > 0 ? usage.input / all : 1 / usualCharacters
  const parts = [...sizes].map(([name, size]) => ({ name, tokens: Math.round(size * perCharacter) }))
  const written = Math.ceil(characters * perCharacter)
  return [...parts, { name: 'Last answer', tokens: usage.output }, { name: 'This message', tokens: written }].filter(
    ({ tokens }) => tokens > 0,
  )
}

const names = ['Instructions', 'Tools', 'Summaries', 'Messages and answers', 'Tool results']

function partOf({ role, text }: Message): string {
  switch (role) {
    case 'system':
      return 'Instructions'
    case 'tool':
      return 'Tool results'
    case 'user':
      // The message that replaces messages that were summarized.
      return text.startsWith('Summary of ') ? 'Summaries' : 'Messages and answers'
    case 'assistant':
      return 'Messages and answers'
    default:
      return assertNever(role)
  }
}

function sizeOf(message: Message): number {
  if (message.role !== 'assistant') return message.text.length
  return message.toolCalls.reduce((sum, call) => sum + call.arguments.length, message.text.length)
}

import type { ModelExchange } from '../../src-shared/api/run-requests.ts'
import type { Message } from '../../src-shared/model/message.ts'

/** One part of what a request holds. */
export interface ContextPart {
  readonly name: string
  /** Estimated. */
  readonly tokens: number
}

/** Where no request says how many characters a token has. */
const usualCharacters = 4

/**
 * What fills the context of the next request: the last request by its parts, the answer to it, and the message that is
 * being written. The parts share the tokens that the endpoint counted, by their characters.
 * @param usage as reported for the last request, tokens
 * @param draft what is being written
 */
export function contextParts(
  { messages, tools }: Pick<ModelExchange, 'messages' | 'tools'>,
  usage: { readonly input: number; readonly output: number },
  draft: string,
): readonly ContextPart[] {
  const sizes = new Map<string, number>(names.map((name) => [name, 0]))
  const add = (name: string, size: number) => sizes.set(name, (sizes.get(name) ?? 0) + size)
  for (const message of messages) add(partOf(message), sizeOf(message))
  add('Tools', tools.length === 0 ? 0 : JSON.stringify(tools).length)
  const characters = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const perCharacter = characters > 0 && usage.input > 0 ? usage.input / characters : 1 / usualCharacters
  const parts = [...sizes].map(([name, size]) => ({ name, tokens: Math.round(size * perCharacter) }))
  const written = Math.ceil(draft.trim().length * perCharacter)
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
      // What the app puts in place of messages that it summarized.
      return text.startsWith('Summary of ') ? 'Summaries' : 'Messages and answers'
    case 'assistant':
      return 'Messages and answers'
  }
}

function sizeOf(message: Message): number {
  if (message.role !== 'assistant') return message.text.length
  return message.toolCalls.reduce((sum, call) => sum + call.arguments.length, message.text.length)
}

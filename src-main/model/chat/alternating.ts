import type { AssistantMessage, Message } from '../../../src-shared/model/message.ts'

/** Said by nobody: templates want an answer between results and what the user says next. */
const understood = 'Understood.'
const goOn = 'Continue.'

/**
 * The messages in the order that the templates of Mistral, Devstral, Gemma and others demand: one system message at most,
 * first; then user and assistant in turn, beginning and ending with the user or with results; an answer after results.
 * @param withSystem false: the model takes none, so that it becomes the beginning of the user's first message
 */
export function alternating(messages: readonly Message[], withSystem: boolean): readonly Message[] {
  const first = messages.findIndex(({ role }) => role !== 'system')
  const head = messages.slice(0, first === -1 ? messages.length : first)
  const system = head.map(({ text }) => text).filter((text) => text !== '')
  const said: Message[] = []
  if (system.length > 0) said.push({ role: withSystem ? 'system' : 'user', text: system.join('\n\n') })
  for (const message of messages.slice(head.length)) {
    const next: Message = message.role === 'system' ? { role: 'user', text: message.text } : message
    const last = said.at(-1)
    const joined = last === undefined ? null : joinedWith(last, next)
    if (joined !== null) said[said.length - 1] = joined
    else {
      if (next.role === 'user' && last?.role === 'tool') said.push(answer(understood))
      if (next.role === 'assistant' && (last === undefined || last.role === 'system'))
        said.push({ role: 'user', text: goOn })
      said.push(next)
    }
  }
  const end = said.at(-1)
  if (end?.role === 'assistant' && end.toolCalls.length === 0) said.push({ role: 'user', text: goOn })
  return said
}

const answer = (text: string): AssistantMessage => ({ role: 'assistant', text, reasoning: '', toolCalls: [] })

function joinedWith(before: Message, next: Message): Message | null {
  if (before.role === 'user' && next.role === 'user') return { role: 'user', text: joinTexts(before.text, next.text) }
  if (before.role !== 'assistant' || next.role !== 'assistant' || before.toolCalls.length > 0) return null
  const { carried: _, ...message } = next
  return {
    ...message,
    text: joinTexts(before.text, next.text),
    reasoning: joinTexts(before.reasoning, next.reasoning),
  }
}

const joinTexts = (one: string, other: string): string => [one, other].filter((each) => each !== '').join('\n\n')

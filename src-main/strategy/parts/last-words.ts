import type { Message } from '../../../src-shared/model/message.ts'
import { assistantText } from '../messages.ts'

/** Appends a strategy's text to the last answer, since some models require alternating sides. */
export function withLastWords(messages: readonly Message[], text: string): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || last.toolCalls.length > 0) return [...messages, assistantText(text)]
  return [...messages.slice(0, -1), { ...last, text: joinText(last.text, text) }]
}

export const joinText = (text: string, added: string): string => `${text}\n\n${added}`.trim()

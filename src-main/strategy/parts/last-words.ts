import type { Message } from '../../../src-shared/model/message.ts'
import { assistantText } from '../messages.ts'

/** Appends a strategy's text to the last answer, since some models require alternating sides. */
export function withLastWords(messages: readonly Message[], said: string): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || last.toolCalls.length > 0) return [...messages, assistantText(said)]
  return [...messages.slice(0, -1), { ...last, text: joinText(last.text, said) }]
}

export const joinText = (text: string, said: string): string => `${text}\n\n${said}`.trim()

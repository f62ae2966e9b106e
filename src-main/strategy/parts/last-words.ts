import type { Message } from '../../../src-shared/model/message.ts'
import { assistantText } from '../messages.ts'

/** A strategy's own words at the end of an answer: part of it, since some models want the two sides in turn. */
export function withLastWords(messages: readonly Message[], said: string): readonly Message[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || last.toolCalls.length > 0) return [...messages, assistantText(said)]
  return [...messages.slice(0, -1), { ...last, text: joined(last.text, said) }]
}

export const joined = (text: string, said: string): string => `${text}\n\n${said}`.trim()

import type { Message } from '../../../src-shared/model/message.ts'
import { userText } from '../messages.ts'
import { callModel, type Routine, StepFailed } from '../steps.ts'
import type { SummarizerPrompts } from './context-prompts.ts'
import type { Exchange } from './history.ts'

/**
 * A summary of older exchanges by the role `summarizer`, piece by piece if they exceed its window; null
 * if the model could not give one.
 *
 * @param window tokens of the summarizer's context
 * @param focus what the user wants kept above all; may be empty
 */
export function* summarize(
  older: readonly Exchange[],
  window: number,
  prompts: SummarizerPrompts,
  focus = '',
): Routine<string | null> {
  const wish =
    focus === ''
      ? ''
      : `Above all, keep this, as the user asks: ${focus}

`
  let summary = ''
  for (const piece of pieces(older.flat().map(asText), window * 2)) {
    const prompt = summary === '' ? piece : prompts.summarizerNextPart({ summary, messages: piece })
    const text = yield* answerTo(`${wish}${prompt}`, prompts.summarizer())
    if (text === null) return null
    summary = text
  }
  return summary === '' ? null : summary
}

function* answerTo(text: string, system: string): Routine<string | null> {
  try {
    const messages: Message[] = [{ role: 'system', text: system }, userText(text)]
    const reply = yield* callModel({ role: 'summarizer', messages })
    return reply.message.text.trim() === '' ? null : reply.message.text.trim()
  } catch (error) {
    // A summary is a convenience: without it, older turns are trimmed and the turn continues.
    if (error instanceof StepFailed) return null
    throw error
  }
}

/** Joins texts into pieces with a maximum length in characters; a longer text is shortened. */
function pieces(texts: readonly string[], characters: number): string[] {
  const made: string[] = []
  for (const text of texts) {
    const part = text.length > characters ? `${text.slice(0, characters - 1)}…` : text
    const last = made.at(-1)
    if (last === undefined || last.length + part.length > characters) made.push(part)
    else made[made.length - 1] = `${last}\n\n${part}`
  }
  return made
}

function asText(message: Message): string {
  if (message.role === 'tool')
    return `[result of ${message.tool}${message.ok ? '' : ', failed'}] ${shortened(message.text)}`
  if (message.role !== 'assistant') return `[${message.role}] ${message.text}`
  const calls = message.toolCalls.map((call) => `[call of ${call.tool}] ${shortened(call.arguments)}`)
  return [`[agent] ${message.text}`, ...calls].join('\n')
}

const shortened = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)

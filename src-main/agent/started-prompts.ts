import type { EventOf } from '../../src-shared/run/event.ts'
import { type PromptBook, promptBook } from '../../src-shared/strategy/prompts.ts'

/**
 * The default prompts that a run began with; undefined for today's, as of a run that stores none, or whose body is
 * lost.
 * @param readBody undefined for a lost body; it may throw for a damaged one
 */
export function promptsOf(
  { prompts }: Pick<EventOf<'run-start'>, 'prompts'>,
  readBody: (ref: string) => string | undefined,
): PromptBook | undefined {
  if (prompts === undefined) return undefined
  try {
    const text = readBody(prompts)
    return text === undefined ? undefined : promptBook.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

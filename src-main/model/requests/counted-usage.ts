import type { Usage } from '../../../src-shared/model/message.ts'

/** What a server of one of OpenAI's APIs says of the tokens of an answer. */
export interface ReportedUsage extends Omit<Usage, 'estimated'> {
  /** Null: not said. */
  readonly total: number | null
}

/**
 * The usage of an answer; null if nothing is reported. Gemini's endpoint and gateways count thinking in the total alone;
 * others leave out of the input what was read from the cache.
 */
export function countedUsage({ total, ...counts }: ReportedUsage): Usage | null {
  const { input, cachedInput, output, reasoning } = counts
  if (input === 0 && output === 0) return null
  const more = total === null ? 0 : Math.max(0, total - input - output)
  const isCache = more > 0 && more === cachedInput && more !== reasoning
  return {
    ...counts,
    input: isCache ? input + more : input,
    cachedInput: isCache ? cachedInput : Math.min(input, cachedInput),
    output: isCache ? output : output + more,
    reasoning: isCache || reasoning > 0 ? reasoning : more,
    estimated: false,
  }
}

import type { Usage } from './message.ts'

/** A rule of thumb for English and code with the common tokenizers. */
const charactersPerToken = 4

/** For servers that report no usage. @param sent characters of the request @param received text, reasoning and arguments */
export function estimatedUsage(sent: number, received: number): Usage {
  return {
    input: Math.ceil(sent / charactersPerToken),
    cachedInput: 0,
    output: Math.ceil(received / charactersPerToken),
    reasoning: 0,
    estimated: true,
  }
}

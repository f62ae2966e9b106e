import { toolName } from '../requests/request-text.ts'
import type { Named } from './named.ts'

/** Places of tools: OpenAI and Anthropic name one by its position, Gemini by that of its declaration. */
const declaration = /(?:^|\.)function_declarations\.(\d+)(?:\.|$)/
const tool = /^tools\.(\d+)(?:\.|$)/

/**
 * The tools that an error names, by position or by name.
 * @param names of the tools, as they were sent
 */
export function namedTools({ places, quoted, text }: Named, names: readonly string[]): readonly string[] {
  const at = places.map((place) => declaration.exec(place)?.[1] ?? tool.exec(place)?.[1])
  const byPlace = at.flatMap((position) => (position === undefined ? [] : (names[Number(position)] ?? [])))
  if (byPlace.length > 0) return [...new Set(byPlace)]
  const isQuoted = new Set(quoted)
  const byQuotes = names.filter((name) => isQuoted.has(name) || isQuoted.has(toolName(name)))
  if (byQuotes.length > 0) return byQuotes
  // A name of one word may be any word of the error.
  return names.filter((name) => /[_-]/.test(name) && hasWord(text, name))
}

function hasWord(text: string, name: string): boolean {
  const at = text.indexOf(name)
  if (at === -1) return false
  return !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + name.length] ?? ' ')
}

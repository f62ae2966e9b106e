import type { StoredEvent } from '../../../src-shared/event.ts'

/** Where something stands in a log, in words that a person finds it by. */
export function eventWords(event: StoredEvent): string {
  switch (event.type) {
    case 'run-start':
      return 'the message'
    case 'run-end':
      return 'the answer'
    case 'model-end':
      return `answer at step ${event.path}`
    case 'tool-start':
      return `call of ${event.call.tool} at step ${event.path}`
    case 'tool-end': {
      const tool = event.outcome.ok ? event.outcome.value.tool : 'a tool'
      return `result of ${tool} at step ${event.path}`
    }
    default:
      return 'path' in event && event.path !== '' ? `step ${event.path}` : 'the run'
  }
}

/** Where each body is named first. */
export function refPlaces(events: readonly StoredEvent[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  const note = (refs: readonly string[], place: string) => {
    for (const ref of refs) if (!places.has(ref)) places.set(ref, place)
  }
  for (const event of events) {
    if (event.type === 'run-start') note([...event.history, ...(event.forkedFrom?.messages ?? [])], 'earlier messages')
    if (event.type === 'model-start') note([...event.messages.refs, event.tools], `request at step ${event.path}`)
    if (event.type === 'tool-end' && event.body.kind === 'stored') note([event.body.ref], eventWords(event))
    if (event.type === 'run-end') note(event.messages, 'the answer')
  }
  return places
}

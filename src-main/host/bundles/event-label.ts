import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { namedBodies } from '../../agent/messages/named-bodies.ts'
import { bodiesIn } from './event-of-text.ts'

/** A position in a log, described so that a person can find it. */
export function eventLabel(event: StoredEvent): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a new event is located by its step, as most are
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

/** The first reference to each body. */
export function refPlaces(
  events: readonly StoredEvent[],
  readBody: (ref: string) => string | null,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  const named = namedBodies(readBody)
  for (const event of events)
    for (const ref of bodiesIn(named, event)) if (!places.has(ref)) places.set(ref, namingText(event))
  return places
}

function namingText(event: StoredEvent): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a new event is located by its step, as most are
  switch (event.type) {
    case 'run-start':
      return 'earlier messages'
    case 'model-start':
      return `request at step ${event.path}`
    default:
      return eventLabel(event)
  }
}

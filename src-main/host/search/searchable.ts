import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { RunEvent } from '../../../src-shared/run/event.ts'
import type { SearchEntry } from '../../store/store.ts'

/** The text of an event that a person may search for. */
export type Searchable = Pick<SearchEntry, 'kind' | 'who' | 'path'> & { readonly text: string }

/** Answers, calls and results; null if an event has none. */
export function searchable(event: RunEvent): Searchable | null {
  switch (event.type) {
    case 'model-end': {
      if (!event.outcome.ok) return null
      const { message, model } = event.outcome.value
      return saying({ kind: 'answer', who: model, path: event.path, text: message.text })
    }
    case 'tool-start': {
      const { tool, arguments: args } = event.call
      return saying({ kind: 'call', who: tool, path: event.path, text: `${tool} ${args}` })
    }
    case 'tool-end': {
      if (!event.outcome.ok) return null
      const { tool, text } = event.outcome.value
      return saying({ kind: 'result', who: tool, path: event.path, text })
    }
    case 'approval-answer':
    case 'approval-ask':
    case 'branches-end':
    case 'branches-start':
    case 'child-end':
    case 'child-start':
    case 'files':
    case 'files-step':
    case 'model-retry':
    case 'model-start':
    case 'model-try-now':
    case 'notice':
    case 'pause-answer':
    case 'pause-ask':
    case 'phase-end':
    case 'phase-start':
    case 'run-end':
    case 'run-resume':
    case 'run-start':
    case 'step-end':
    case 'step-start':
    case 'tool-begin':
      return null
    default:
      return assertNever(event)
  }
}

const saying = (said: Searchable): Searchable | null => (said.text.trim() === '' ? null : said)

import { formatDuration } from '../../../src-shared/base/format.ts'
import { endpointName, suggestAddress } from '../endpoints/endpoint.ts'
import { type Fault, fault, maxAttempts } from '../fault.ts'
import type { Connection } from '../wire.ts'

/** Faults of an answer that had begun, or should have. Each says that no incomplete answer was used. */

export function cutOff(at: Connection, detail: string): Fault {
  return fault(
    'model-cut-off',
    `The answer from ${endpointName(at)} was cut off.`,
    'No tool call of the unfinished answer was run. Send the message again. If this happens often, check the network or the server’s log.',
    detail,
    { tries: maxAttempts.few },
  )
}

/** @param started whether any part of the answer had arrived */
export function stalled(at: Connection, started: boolean): Fault {
  const limit = formatDuration(at.profile.idleLimitMs)
  return fault(
    'model-stalled',
    started
      ? `The answer from ${endpointName(at)} stalled: no data for ${limit}.`
      : `${endpointName(at)} accepted the request, but sent no data for ${limit}.`,
    'Send the message again. For a slow local model, raise its stall timeout in Settings.',
    '',
    { tries: maxAttempts.twice },
  )
}

/** Not retried: the server is running but slow, and would be slow again. */
export function idleTooLong(at: Connection, limitMs: number): Fault {
  return fault(
    'model-stalled',
    `${endpointName(at)} kept the connection open for ${formatDuration(limitMs)}, but did not continue its answer.`,
    'Send the message again. For a model that needs longer to think, raise its answer timeout in Settings.',
    '',
  )
}

export function malformed(at: Connection, detail: string): Fault {
  return fault(
    'model-malformed',
    `The answer from ${endpointName(at)} is damaged: a part of it can’t be read.`,
    'The answer was discarded. Send the message again. If this happens every time, the server or a proxy is faulty.',
    detail,
    { tries: maxAttempts.few },
  )
}

export function webPage(at: Connection, detail: string): Fault {
  const likelier = suggestAddress(at.profile.baseUrl)
  return fault(
    'model-malformed',
    `${endpointName(at)} answered with a web page instead of a model’s answer.`,
    likelier === null
      ? 'A login page or proxy may be in the way. Open the address in a browser, and check the base URL in Settings.'
      : `Check the base URL in Settings: did you mean ${likelier}? A login page or proxy may also be in the way.`,
    detail,
  )
}

export function answerTooLarge(at: Connection, what: string): Fault {
  return fault(
    'model-malformed',
    `The answer from ${endpointName(at)} was stopped: ${what}.`,
    'No tool call of it was run. Ask for the work in smaller parts.',
    '',
  )
}

/** @param thought the model sent only thinking; @param limited its output limit ended it */
export function empty(at: Connection, thought: boolean, limited: boolean): Fault {
  const what = thought ? 'reasoned but gave no answer' : 'gave an empty answer'
  return fault(
    'model-empty',
    limited
      ? `${at.model} at ${endpointName(at)} reached its output limit before it answered.`
      : `${at.model} at ${endpointName(at)} ${what}.`,
    limited
      ? 'Raise the maximum answer length in Settings, or lower the reasoning effort.'
      : 'Send the message again, rephrase it, or choose another model.',
    '',
    { tries: limited ? maxAttempts.once : maxAttempts.twice },
  )
}

export function filtered(at: Connection): Fault {
  return fault(
    'model-rejected',
    `The content filter of ${endpointName(at)} stopped the answer before it began.`,
    'Rephrase the message, or choose another model.',
    'finish reason: content filter',
  )
}

export function serverBroke(at: Connection, words: string): Fault {
  return fault(
    'model-overloaded',
    `${endpointName(at)} reported an error during its answer.`,
    'No tool call of the unfinished answer was run. Send the message again, or choose another model.',
    words,
    { tries: maxAttempts.few },
  )
}

import { formatDuration } from '../../../src-shared/base/format.ts'
import { endpointName, likelierAddress } from '../endpoints/endpoint.ts'
import { type Fault, fault, tries } from '../fault.ts'
import type { Connection } from '../wire.ts'

/** Faults of an answer that had begun, or should have. Each says that no incomplete answer was used. */

export function cutOff(at: Connection, detail: string): Fault {
  return fault(
    'model-cut-off',
    `The answer from ${endpointName(at)} broke off before its end.`,
    'Nothing of the unfinished answer was run. Send the message again; if it happens often, check the network or the server’s log.',
    detail,
    { tries: tries.few },
  )
}

/** @param started whether any part of the answer had arrived */
export function stalled(at: Connection, started: boolean): Fault {
  const limit = formatDuration(at.profile.idleLimitMs)
  return fault(
    'model-stalled',
    started
      ? `The answer from ${endpointName(at)} stopped in the middle: nothing came for ${limit}.`
      : `${endpointName(at)} took the request, but nothing came for ${limit}.`,
    'Send the message again; for a slow local model, raise the idle limit of the profile in Settings.',
    '',
    { tries: tries.twice },
  )
}

/** Not retried: the server is running but slow, and would be slow again. */
export function barren(at: Connection, limitMs: number): Fault {
  return fault(
    'model-stalled',
    `${endpointName(at)} kept the connection open for ${formatDuration(limitMs)}, but sent nothing more of an answer.`,
    'Send the message again; for a model that thinks longer than that without a word, raise the limit for signs of life of the profile in Settings.',
    '',
  )
}

export function malformed(at: Connection, detail: string): Fault {
  return fault(
    'model-malformed',
    `The answer from ${endpointName(at)} is damaged: a part of it can’t be read.`,
    'Nothing of it was used. Send the message again; if it happens each time, the server or a proxy before it is at fault.',
    detail,
    { tries: tries.few },
  )
}

export function webPage(at: Connection, detail: string): Fault {
  const likelier = likelierAddress(at.profile.baseUrl)
  return fault(
    'model-malformed',
    `${endpointName(at)} answered with a web page instead of a model’s answer.`,
    likelier === null
      ? 'A login page or proxy may stand in the way: open the address in a browser, and check the base URL in Settings.'
      : `Check the base URL in Settings: did you mean it to be ${likelier}? A login page or proxy may also stand in the way.`,
    detail,
  )
}

export function tooMuch(at: Connection, what: string): Fault {
  return fault(
    'model-malformed',
    `The answer from ${endpointName(at)} was stopped: ${what}.`,
    'Nothing of it was run. Ask for the work in smaller pieces.',
    '',
  )
}

/** @param thought the model sent only thinking; @param limited its output limit ended it */
export function empty(at: Connection, thought: boolean, limited: boolean): Fault {
  const what = thought ? 'thought, but gave no answer' : 'gave an empty answer'
  return fault(
    'model-empty',
    limited
      ? `${at.model} at ${endpointName(at)} reached its output limit before it had said anything.`
      : `${at.model} at ${endpointName(at)} ${what}.`,
    limited
      ? 'Raise the most output tokens of the profile in Settings, or lower its reasoning effort.'
      : 'Send the message again, perhaps in other words, or choose another model.',
    '',
    { tries: limited ? tries.once : tries.twice },
  )
}

export function filtered(at: Connection): Fault {
  return fault(
    'model-rejected',
    `The content filter of ${endpointName(at)} stopped the answer before it began.`,
    'Say it in other words, or choose another model.',
    'finish reason: content filter',
  )
}

export function serverBroke(at: Connection, words: string): Fault {
  return fault(
    'model-overloaded',
    `${endpointName(at)} broke off its answer with an error of its own.`,
    'Nothing of the unfinished answer was run. Send the message again, or choose another model profile.',
    words,
    { tries: tries.few },
  )
}

import { formatDuration } from '../../../src-shared/base/format.ts'
import { endpointName, likelierAddress } from '../endpoints/endpoint.ts'
import { type Fault, fault, tries } from '../fault.ts'
import type { Connection } from '../wire.ts'
import { saysOverflow } from './overflow-text.ts'
import { maxAskedMs } from './retry.ts'
import type { ServerWords } from './server-text.ts'

interface Told {
  readonly words: ServerWords
  readonly afterMs: number | null
  /** Where a redirect leads; null where it is none. */
  readonly location: string | null
}

/** What an error status, or an error object with a status inside, means to the user. */
export function explainStatus(at: Connection, told: Told): Fault {
  const { words } = told
  const status = words.status ?? 0
  if (outOfQuota(told)) return quota(at, told)
  if (mayOverflow(status) && saysOverflow(words.text, words.code)) return overflow(at, told)
  if (status === 413) return overflow(at, told)
  if (status === 401 || status === 403) return keyRefused(at, told)
  if (status === 404 || status === 405) return notFound(at, told)
  if (status === 429 || rateLimited(words)) return limited(at, told)
  if (status === 408 || status === 409 || status === 425 || brokenDown(status, words)) return overloaded(at, told)
  if (status >= 300 && status < 400) return redirected(at, told)
  return rejected(at, told)
}

const mayOverflow = (status: number) =>
  status === 0 || status === 400 || status === 422 || status === 429 || status >= 500
const rateLimited = (words: ServerWords) => words.status === null && /rate.?limit/i.test(words.code)
const permanent = new Set([501, 505])
const brokenDown = (status: number, words: ServerWords) =>
  (status >= 500 && !permanent.has(status)) || (status === 0 && /server|overload|unavailable|timeout/i.test(words.code))

// A server that names a wait means a limit that passes, whatever words it uses.
function outOfQuota({ words, afterMs }: Told): boolean {
  if (words.status === 402 || /insufficient_quota|billing_/.test(words.code)) return true
  const said =
    /insufficient (quota|credits?|balance|funds)|exceeded your current quota|(credit )?balance is too low|out of credits/i
  return (words.status ?? 429) === 429 && afterMs === null && said.test(words.text)
}

function detail({ words }: Told): string {
  const status = words.status === null ? '' : `status ${words.status}`
  const text = words.page ? 'a web page instead of an answer' : words.text
  return [status, words.code, text].filter((each) => each !== '').join(': ')
}

/** ` It says: “…”`, or nothing where the server had nothing to say. */
function quoted({ words }: Told): string {
  return words.page || words.text === '' ? '' : ` It says: “${words.text}”`
}

function quota(at: Connection, told: Told): Fault {
  return fault(
    'model-rate-limited',
    `The account behind ${endpointName(at)} has no credit or quota left.${quoted(told)}`,
    'Add credit with the provider, or choose another model profile; then send the message again.',
    detail(told),
  )
}

function overflow(at: Connection, told: Told): Fault {
  return fault(
    'context-overflow',
    `The conversation is longer than ${at.model} at ${endpointName(at)} can take.${quoted(told)}`,
    'Start a new conversation or branch from an earlier turn, or choose a model with a larger context window.',
    detail(told),
  )
}

function keyRefused(at: Connection, told: Told): Fault {
  const sent = at.key === null ? 'wants a key, and none is set' : 'refused the key'
  const denied = told.words.status === 403 && at.key !== null
  return fault(
    'model-key-refused',
    `${endpointName(at)} ${denied ? 'refused the request for this key' : sent}.${quoted(told)}`,
    denied
      ? `Check in Settings that the key of “${at.profile.name}” is right and may use ${at.model}.`
      : `Enter ${at.key === null ? 'the' : 'a valid'} key of “${at.profile.name}” in Settings, and test the connection there.`,
    detail(told),
  )
}

function notFound(at: Connection, told: Told): Fault {
  const likelier = likelierAddress(at.profile.baseUrl)
  const model = /model/i.test(`${told.words.text} ${told.words.code}`) && !told.words.page
  return fault(
    'model-rejected',
    model
      ? `${endpointName(at)} has no model called ${at.model}.${quoted(told)}`
      : `Nothing that answers chats is found at ${endpointName(at)}.${quoted(told)}`,
    model
      ? 'Choose one of the models that “Test connection” lists in Settings; a local server may have to load it first.'
      : likelier === null
        ? 'Check the base URL and the model name in Settings.'
        : `Check the base URL in Settings: did you mean it to be ${likelier}?`,
    detail(told),
  )
}

function limited(at: Connection, told: Told): Fault {
  const long = told.afterMs !== null && told.afterMs > maxAskedMs
  return fault(
    'model-rate-limited',
    long
      ? `${endpointName(at)} takes no more requests for ${formatDuration(told.afterMs ?? 0)}.${quoted(told)}`
      : `${endpointName(at)} says that there were too many requests.${quoted(told)}`,
    long ? 'Try again after that time, or choose another model profile.' : 'Wait a little and send the message again.',
    detail(told),
    { tries: tries.outage, afterMs: told.afterMs },
  )
}

function overloaded(at: Connection, told: Told): Fault {
  return fault(
    'model-overloaded',
    `${endpointName(at)} could not answer just now.${quoted(told)}`,
    'Nothing of the conversation is lost. Try again in a little while, or choose another model profile.',
    detail(told),
    { tries: tries.outage, afterMs: told.afterMs },
  )
}

function redirected(at: Connection, told: Told): Fault {
  return fault(
    'model-rejected',
    `${endpointName(at)} sends requests on to ${told.location ?? 'another address'}, and they are not followed there.`,
    'If you trust that address, put it into the base URL in Settings.',
    detail(told),
  )
}

const noTools =
  /not support (tools|tool|function)|(tool|function)[ -_]call\w* (is|are) not supported|enable-auto-tool-choice/i

function rejected(at: Connection, told: Told): Fault {
  return fault(
    'model-rejected',
    `${endpointName(at)} refused the request.${quoted(told)}`,
    noTools.test(told.words.text)
      ? 'Choose a model that can call tools, or a strategy that needs none, such as chat.'
      : 'Check the model name and the parameters of the profile in Settings against what the server says.',
    detail(told),
    { words: told.words.text },
  )
}

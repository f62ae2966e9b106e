import { formatDuration } from '../../../src-shared/base/format.ts'
import { endpointName, suggestAddress } from '../endpoints/endpoint.ts'
import { type Fault, fault, maxAttempts } from '../fault.ts'
import type { Connection } from '../wire.ts'
import { maxAskedMs } from './retry.ts'
import type { ServerText } from './server-text.ts'

interface ErrorAnswer {
  readonly words: ServerText
  readonly afterMs: number | null
  /** The target of a redirect; null if it is not one. */
  readonly location: string | null
}

/** The fault for an error status, or an error object that contains a status. */
export function explainStatus(at: Connection, answer: ErrorAnswer): Fault {
  const { words } = answer
  const status = words.status ?? 0
  if (outOfQuota(answer)) return quota(at, answer)
  if (mayOverflow(status) && saysOverflow(words)) return overflow(at, answer)
  if (status === 413) return overflow(at, answer)
  if (noTools.some((each) => each.test(words.text))) return toolsRefused(at, answer)
  if (status === 401 || status === 403) return keyRefused(at, answer)
  if (status === 404 || status === 405) return notFound(at, answer)
  if (status === 429 || rateLimited(words)) return limited(at, answer)
  if (status === 408 || status === 409 || status === 425 || brokenDown(status, words)) return overloaded(at, answer)
  if (status >= 300 && status < 400) return redirected(at, answer)
  return rejected(at, answer)
}

const mayOverflow = (status: number) =>
  status === 0 || status === 400 || status === 422 || status === 429 || status >= 500
const rateLimited = (words: ServerText) => words.status === null && /rate.?limit/i.test(words.code)
const permanent = new Set([501, 505])
const brokenDown = (status: number, words: ServerText) =>
  (status >= 500 && !permanent.has(status)) || (status === 0 && /server|overload|unavailable|timeout/i.test(words.code))

// If the server asks for a wait, the limit is temporary, whatever its text says.
function outOfQuota({ words, afterMs }: ErrorAnswer): boolean {
  if (words.status === 402 || /insufficient_quota|billing_/.test(words.code)) return true
  const quotaSpent =
    /insufficient (quota|credits?|balance|funds)|exceeded your current quota|(credit )?balance is too low|out of credits/i
  return (words.status ?? 429) === 429 && afterMs === null && quotaSpent.test(words.text)
}

function detail({ words }: ErrorAnswer): string {
  const status = words.status === null ? '' : `status ${words.status}`
  const text = words.page ? 'a web page instead of an answer' : words.text
  return [status, words.code, text].filter((each) => each !== '').join(': ')
}

/** ` It says: “…”`, or nothing if the server gave no text. */
function quoted({ words }: ErrorAnswer): string {
  return words.page || words.text === '' ? '' : ` Server message: “${words.text}”`
}

function quota(at: Connection, answer: ErrorAnswer): Fault {
  return fault(
    'model-rate-limited',
    `The account behind ${endpointName(at)} has no credit or quota left.${quoted(answer)}`,
    'Add credit with the provider or choose another model, then send the message again.',
    detail(answer),
  )
}

function overflow(at: Connection, answer: ErrorAnswer): Fault {
  return fault(
    'context-overflow',
    `The conversation is too long for ${at.model} at ${endpointName(at)}.${quoted(answer)}`,
    'Start a new conversation or branch from an earlier turn, or choose a model with a larger context window.',
    detail(answer),
    // What is wanted as the answer counts, too: without that limit the conversation may fit.
    at.profile.api !== 'messages' && outputCounts.test(answer.words.text)
      ? { refusal: { places: [], quoted: [], text: 'max_tokens is too large' } }
      : {},
  )
}

function keyRefused(at: Connection, answer: ErrorAnswer): Fault {
  const sent = at.key === null ? 'requires a key, but none is set' : 'refused the key'
  const denied = answer.words.status === 403 && at.key !== null
  return fault(
    'model-key-refused',
    `${endpointName(at)} ${denied ? 'refused the request for this key' : sent}.${quoted(answer)}`,
    denied
      ? `Check in Settings that the key of “${at.profile.name}” is correct and has access to ${at.model}.`
      : `Enter ${at.key === null ? 'the' : 'a valid'} key of “${at.profile.name}” in Settings, and test the connection there.`,
    detail(answer),
  )
}

function notFound(at: Connection, answer: ErrorAnswer): Fault {
  const likelier = suggestAddress(at.profile.baseUrl)
  const model = /model/i.test(`${answer.words.text} ${answer.words.code}`) && !answer.words.page
  return fault(
    'model-rejected',
    model
      ? `${endpointName(at)} has no model called ${at.model}.${quoted(answer)}`
      : `No chat API found at ${endpointName(at)}.${quoted(answer)}`,
    model
      ? 'Choose one of the models that “Test connection” lists in Settings; a local server may have to load it first.'
      : likelier === null
        ? 'Check the base URL and the model name in Settings.'
        : `Check the base URL in Settings: did you mean ${likelier}?`,
    detail(answer),
    { refusal: answer.words.named },
  )
}

function limited(at: Connection, answer: ErrorAnswer): Fault {
  const long = answer.afterMs !== null && answer.afterMs > maxAskedMs
  return fault(
    'model-rate-limited',
    long
      ? `Rate limited by ${endpointName(at)} for ${formatDuration(answer.afterMs ?? 0)}.${quoted(answer)}`
      : `Rate limited by ${endpointName(at)}.${quoted(answer)}`,
    long ? 'Try again after that time, or choose another model.' : 'Wait a moment and send the message again.',
    detail(answer),
    { tries: maxAttempts.outage, afterMs: answer.afterMs },
  )
}

function overloaded(at: Connection, answer: ErrorAnswer): Fault {
  return fault(
    'model-overloaded',
    `${endpointName(at)} is temporarily unavailable.${quoted(answer)}`,
    'Your conversation is saved. Try again in a few minutes, or choose another model.',
    detail(answer),
    {
      tries: maxAttempts.outage,
      afterMs: answer.afterMs,
      // Gateways and templates report with it what others refuse with 400.
      ...((answer.words.status ?? 500) === 500 && { refusal: answer.words.named }),
    },
  )
}

function redirected(at: Connection, answer: ErrorAnswer): Fault {
  return fault(
    'model-rejected',
    `${endpointName(at)} redirects to ${answer.location ?? 'another address'}. Stratagem does not follow redirects.`,
    'If you trust that address, enter it as the base URL in Settings.',
    detail(answer),
  )
}

/** How servers say that a model takes no tools: Ollama, OpenRouter, vLLM, Groq, Gemini, llama.cpp, in this order. */
const noTools: readonly RegExp[] = [
  /not support (tools?|functions?)\b/i,
  /endpoints found that support tool use/i,
  /enable-auto-tool-choice/i,
  /(tool|function)s?([ -_]?call\w*)?`? (is|are) not (supported|enabled)/i,
  /tools param requires/i,
]

function toolsRefused(at: Connection, answer: ErrorAnswer): Fault {
  return fault(
    'tools-refused',
    `${at.model} at ${endpointName(at)} can’t call tools.${quoted(answer)}`,
    'Set “Tool calls” of this model to “In text” in Settings, or choose a model that can call tools.',
    detail(answer),
  )
}

function rejected(at: Connection, answer: ErrorAnswer): Fault {
  return fault(
    'model-rejected',
    `${endpointName(at)} refused the request.${quoted(answer)}`,
    'Check the model name and parameters in Settings against the server’s message.',
    detail(answer),
    { refusal: answer.words.named },
  )
}

/**
 * How servers say that a request does not fit the model's context window. There is no common code, so the
 * wordings of the servers that people run are listed.
 */
const wordings: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size|request_too_large|string_above_max_length/i, // codes
  /maximum context length/i, // OpenAI, vLLM, Mistral, Together
  /maximum (prompt|model|input|sequence) length/i, // xAI, vLLM
  /exceeds? (the |its )?(available |maximum |model'?s? )*context/i, // llama.cpp, Ollama
  /context (the )?overflow|context (length|window|size).{0,40}(exceed|too (small|long)|only|overflow)/i, // LM Studio
  /(exceed|larger|longer|greater|more)\w* .{0,60}context (length|window|size)/i,
  /(prompt|input|request|message)s? (is |are |was )?too (long|large)/i, // Anthropic, Bedrock, Groq
  /prompt contains .{0,40}tokens.{0,60}too large/i, // Mistral
  /input token count .{0,40}exceeds/i, // Gemini
  /too many (input |prompt |total )?tokens\b(?! per)/i, // Cohere
  /reduce the length of (the|your) (messages|prompt|input)/i, // OpenAI, Groq
  /inputs?`? tokens \+ `?max_new_tokens/i, // Text Generation Inference
]

const outputCounts =
  /max_?(new|completion|output)?_?tokens|(in|for) the (completion|output)|(completion|output) tokens/i

/** An id or a name may be too long, too, with the same code. */
const isName = (place: string) => /(^|[._])(id|name)$/.test(place)

function saysOverflow({ text, code, named }: ServerText): boolean {
  if (named.places.some(isName)) return false
  const all = `${code} ${text}`
  return wordings.some((wording) => wording.test(all))
}

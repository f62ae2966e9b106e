import { APIError } from 'openai'
import { badAddress, causes, explainNetwork, noAddress } from './explain-network.ts'
import { explainStatus } from './explain-status.ts'
import { cutOff, malformed, stalled } from './explain-stream.ts'
import { type Fault, FaultError } from './fault.ts'
import { retryAfter } from './retry-after.ts'
import { serverWords } from './server-words.ts'
import type { Connection } from './wire.ts'

/** How far a request had come when something was thrown. */
export interface Progress {
  /** The server had begun to answer. */
  readonly answered: boolean
  /** Something of the answer itself had come. */
  readonly started: boolean
  /** ms since 1970 */
  readonly now: number
}

/** Any error out of a stream as a fault. It is the only place that knows the errors of `openai` and of `fetch`. */
export function explainError(at: Connection, error: unknown, progress: Progress): Fault {
  const carried = carriedFault(error)
  if (carried !== null) return carried
  if (badAddress(at)) return noAddress(at, String(error))
  if (error instanceof APIError && (error.status !== undefined || error.error !== undefined))
    return explainStatus(at, toldBy(error, progress.now))
  if (error instanceof SyntaxError) return malformed(at, error.message)
  const all = causes(error)
  if (all.some(({ code }) => code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'))
    return stalled(at, progress.started)
  if (all.some(({ code }) => code.startsWith('HPE_'))) return malformed(at, all.map(({ text }) => text).join(': '))
  if (progress.answered) return cutOff(at, all.map(({ text }) => text).join(': '))
  return explainNetwork(at, error)
}

// `openai` wraps whatever its `fetch` throws.
function carriedFault(error: unknown): Fault | null {
  for (let each = error, depth = 0; each instanceof Error && depth < 6; each = each.cause, depth++)
    if (each instanceof FaultError) return each.fault
  return null
}

function toldBy(error: APIError, now: number) {
  const headers = error.headers
  return {
    words: serverWords(error.error ?? plainText(error), error.status ?? null),
    afterMs: headers === undefined ? null : retryAfter(headers, now),
    location: headers?.get('location') ?? null,
  }
}

// Without JSON the body's text is in the message, after the status.
function plainText(error: APIError): string {
  const text = error.message.replace(/^\d{3} /, '')
  return text === 'status code (no body)' ? '' : text
}

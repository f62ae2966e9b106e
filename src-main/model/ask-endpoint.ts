import { sendRequest } from './send-request.ts'
import { type BodyParts, readText } from './sniff-body.ts'
import { StatusError } from './status-error.ts'
import type { Connection } from './wire.ts'

/** More than this of an error's body is not read, bytes. */
const mostErrorBytes = 256_000

/** `body`: JSON text; with one it is a POST whose answer may be streamed. */
export interface Asking {
  /** Below the base URL, beginning with `/`. */
  readonly path: string
  readonly body: string | null
  readonly signal: AbortSignal
}

/**
 * Asks an endpoint, and gives the body of its answer. It sends only what the endpoint needs, retries nothing and logs
 * nothing: that is done where the user is told of it.
 *
 * 1. The headers are these five and no others.
 * 2. Redirects are not followed: what the user said goes to the endpoint that was set, and nowhere else.
 * 3. A status that is no success is thrown as a StatusError with all that the server says.
 */
export async function askEndpoint({ profile, key }: Connection, { path, body, signal }: Asking): Promise<BodyParts> {
  const { status, rawHeaders, parts } = await sendRequest(addressOf(profile.baseUrl, path), {
    method: body === null ? 'GET' : 'POST',
    headers: {
      accept: body === null ? 'application/json' : 'text/event-stream, application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Stratagem',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body,
    signal,
  })
  if (status < 200 || status > 299)
    throw new StatusError(status, headersOf(rawHeaders), await readText(parts, mostErrorBytes))
  return parts
}

/** Refused are another protocol, and a name and password that would be sent as a header. */
function addressOf(baseUrl: string, path: string): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}${path}`)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new TypeError('no address that requests are sent to')
  return url
}

/** Names and values alternate. A header that `Headers` does not take says nothing to us. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    try {
      headers.append(raw[at] ?? '', raw[at + 1] ?? '')
    } catch {}
  }
  return headers
}

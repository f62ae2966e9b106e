import { sendRequest } from '../send-request.ts'
import { type BodyParts, readText } from './sniff-body.ts'
import { StatusError } from './status-error.ts'

/** More than this of an error's body is not read, bytes. */
const maxErrorBytes = 256_000

/**
 * The `fetch` of the `openai` package. It sends only what the endpoint needs.
 *
 * 1. The headers are these five and no others: the package's own tell of the user's machine, and its
 *    environment variables can add more.
 * 2. Redirects are not followed: what the user said goes to the endpoint that was set, and nowhere else.
 * 3. A status that is no success is thrown with all that the server says.
 */
export const plainFetch: typeof fetch = async (address, init = {}) => {
  const body = typeof init.body === 'string' ? init.body : null
  const { status, rawHeaders, parts } = await sendRequest(addressOf(address), {
    method: init.method ?? 'GET',
    headers: ownHeaders(init, body),
    body,
    signal: init.signal ?? null,
  })
  if (status < 200 || status > 299)
    throw new StatusError(status, headersOf(rawHeaders), await readText(parts, maxErrorBytes))
  // Nobody asks for the headers of a success; and making them takes longer than reading the answer.
  return withBody(new Response(null, { status }), parts)
}

/** The package, as we do, reads a body by its iterator where it is no stream. */
export const withBody = (response: Response, value: BodyParts): Response =>
  Object.defineProperty(response, 'body', { value, configurable: true })

/** What `fetch` too refuses: another protocol, and a name and password that would be sent as a header. */
function addressOf(address: Parameters<typeof fetch>[0]): URL {
  const url = new URL(address instanceof Request ? address.url : address)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new TypeError('no address that requests are sent to')
  return url
}

function ownHeaders(init: RequestInit, body: string | null): Record<string, string> {
  const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
  const authorization = given.get('authorization')
  return {
    accept: init.method === 'GET' ? 'application/json' : 'text/event-stream, application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Stratagem',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(authorization === null ? {} : { authorization }),
  }
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

import { sendRequest } from '../send-request.ts'
import { type BodyParts, readText } from './sniff-body.ts'
import { StatusError } from './status-error.ts'

/** Maximum bytes that are read of an error's body. */
const maxErrorBytes = 256_000

/**
 * The `fetch` for requests to models. It sends only what the endpoint needs.
 *
 * 1. The headers are these four and the given ones. Those of the `openai` package are never given: they describe the
 *    user's machine, and its environment variables can add more (open-client.ts).
 * 2. Redirects are not followed: the user's messages go only to the endpoint in the settings.
 * 3. A status other than success is thrown with the server's whole text.
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
  // The headers of a success are never used, and making them takes longer than reading the answer.
  return withBody(new Response(null, { status }), parts)
}

/** If a body is not a stream, the package reads it through its iterator, as we do. */
export const withBody = (response: Response, value: BodyParts): Response =>
  Object.defineProperty(response, 'body', { value, configurable: true })

/** URLs that `fetch` refuses too: another protocol, or a user and password that would be sent as a header. */
function addressOf(address: Parameters<typeof fetch>[0]): URL {
  const url = new URL(address instanceof Request ? address.url : address)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new TypeError('no address that requests are sent to')
  return url
}

function ownHeaders(init: RequestInit, body: string | null): Record<string, string> {
  const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers)
  return {
    accept: init.method === 'GET' ? 'application/json' : 'text/event-stream, application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Stratagem',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(headers),
  }
}

/** Names and values alternate. Headers that `Headers` refuses are ignored. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    try {
      headers.append(raw[at] ?? '', raw[at + 1] ?? '')
    } catch {}
  }
  return headers
}

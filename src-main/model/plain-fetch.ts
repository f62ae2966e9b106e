import { readText } from './sniff-body.ts'
import { StatusError } from './status-error.ts'

/** More than this of an error's body is not read, bytes. */
const mostErrorBytes = 256_000

/**
 * The `fetch` of the `openai` package. It sends only what the endpoint needs.
 *
 * 1. The headers are these four and no others: the package's own tell of the user's machine, and its
 *    environment variables can add more.
 * 2. Redirects are not followed: what the user said goes to the endpoint that was set, and nowhere else.
 * 3. A status that is no success is thrown with all that the server says.
 */
export const plainFetch: typeof fetch = async (address, init = {}) => {
  const response = await fetch(address, { ...init, redirect: 'manual', headers: ownHeaders(init) })
  if (response.ok) return response
  const said = response.body === null ? '' : await readText(response.body, mostErrorBytes)
  throw new StatusError(response.status, response.headers, said)
}

function ownHeaders(init: RequestInit): Record<string, string> {
  const authorization = new Headers(init.headers).get('authorization')
  return {
    accept: init.method === 'GET' ? 'application/json' : 'text/event-stream, application/json',
    'user-agent': 'Stratagem',
    ...(init.body === undefined || init.body === null ? {} : { 'content-type': 'application/json' }),
    ...(authorization === null ? {} : { authorization }),
  }
}

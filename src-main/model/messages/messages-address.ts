import { headersFor } from '../requests/request-headers.ts'
import type { Connection } from '../wire.ts'

/** The version of the API; there is no newer one. */
const apiVersion = '2023-06-01'

export function messagesHeaders(connection: Connection): Headers {
  const headers = headersFor(connection, (key) => ({ 'x-api-key': key }))
  if (!headers.has('anthropic-version')) headers.set('anthropic-version', apiVersion)
  return headers
}

/**
 * The address of an API method. The base URL may be `https://host` or `https://host/v1`. @throws TypeError if it is
 * invalid
 */
export function messagesAddress({ profile }: Connection, of: 'messages' | 'models'): URL {
  const base = profile.baseUrl.replace(/\/+$/, '')
  const url = new URL(`${/\/v\d+$/.test(base) ? base : `${base}/v1`}/${of}`)
  for (const [name, value] of Object.entries(profile.query ?? {})) url.searchParams.set(name, value)
  return url
}

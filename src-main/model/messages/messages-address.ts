import { headersFor } from '../requests/request-headers.ts'
import type { Connection } from '../wire.ts'

/** The version of the API that requests and answers are written in; there is no newer one. */
const apiVersion = '2023-06-01'

export function messagesHeaders(connection: Connection): Headers {
  const headers = headersFor(connection, (key) => ({ 'x-api-key': key }))
  if (!headers.has('anthropic-version')) headers.set('anthropic-version', apiVersion)
  return headers
}

/** Both `https://host` and `https://host/v1` are written as the base. @throws TypeError if it is no address */
export function messagesAddress({ profile }: Connection, of: 'messages' | 'models'): URL {
  const base = profile.baseUrl.replace(/\/+$/, '')
  const url = new URL(`${/\/v\d+$/.test(base) ? base : `${base}/v1`}/${of}`)
  for (const [name, value] of Object.entries(profile.query ?? {})) url.searchParams.set(name, value)
  return url
}

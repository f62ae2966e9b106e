import OpenAI from 'openai'
import { headersFor } from './requests/request-headers.ts'
import { plainFetch } from './tolerance/plain-fetch.ts'
import type { Connection } from './wire.ts'

/**
 * The package's client with our own requests, through a hook of the package: its requests have a dozen headers
 * that `plainFetch` leaves out, and making them takes longer than everything else that the package does for a request.
 */
class EndpointClient extends OpenAI {
  override buildRequest(options: Parameters<OpenAI['buildRequest']>[0]): ReturnType<OpenAI['buildRequest']> {
    const { method, path, query, body, signal, headers, timeout = this.timeout } = options
    const req = {
      method,
      headers: headers instanceof Headers ? headers : new Headers(),
      ...(signal && { signal }),
      ...(typeof body === 'string' && { body }),
    }
    return Promise.resolve({ req, url: this.buildURL(path, isQuery(query) ? query : null), timeout })
  }
}

const clients = new Map<string, OpenAI>()
const maxClients = 50

/**
 * The `openai` client of an endpoint. It holds no key, and neither retries nor logs: that is done where the
 * user sees it. It is cached, since making one costs as much as sending a request.
 */
export function openClient(baseURL: string): OpenAI {
  const known = clients.get(baseURL)
  if (known !== undefined) return known
  if (clients.size >= maxClients) clients.clear()
  const apiKey = 'sent with each request'
  const client = new EndpointClient({
    apiKey,
    baseURL,
    fetch: plainFetch,
    maxRetries: 0,
    logLevel: 'off',
    organization: null,
    project: null,
  })
  clients.set(baseURL, client)
  return client
}

const isQuery = (value: unknown): value is Record<string, string> => typeof value === 'object' && value !== null

/** Options of one request: its headers, and a time limit above the idle limit, which `Halt` watches. */
export function sendingTo(connection: Connection, signal: AbortSignal) {
  const { idleLimitMs, query } = connection.profile
  return {
    signal,
    timeout: Math.min(idleLimitMs + 60_000, 2 ** 31 - 1),
    headers: headersFor(connection, (key) => ({ authorization: `Bearer ${key}` })),
    ...(query !== undefined && { query }),
  }
}

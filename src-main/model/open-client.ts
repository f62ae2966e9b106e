import OpenAI from 'openai'
import { plainFetch } from './plain-fetch.ts'
import type { Connection } from './wire.ts'

const clients = new Map<string, OpenAI>()
const mostClients = 50

/**
 * The `openai` client of an endpoint. It holds no key, retries nothing and logs nothing: that is done where the
 * user is told of it. It is kept, since making one costs as much as sending a request.
 */
export function openClient(baseURL: string): OpenAI {
  const kept = clients.get(baseURL)
  if (kept !== undefined) return kept
  if (clients.size >= mostClients) clients.clear()
  const apiKey = 'sent with each request'
  const client = new OpenAI({
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

/** What goes with one request: the key, and a time limit beyond the idle limit, which is watched elsewhere. */
export function sendingTo(connection: Connection, signal: AbortSignal) {
  const authorization = connection.key === null ? null : `Bearer ${connection.key}`
  return {
    signal,
    timeout: Math.min(connection.profile.idleLimitMs + 60_000, 2 ** 31 - 1),
    headers: { authorization, 'content-type': 'application/json' },
  }
}

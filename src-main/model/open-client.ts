import OpenAI from 'openai'
import { watchedFetch } from './watched-fetch.ts'
import type { Connection, StreamWatch } from './wire.ts'

/**
 * The `openai` client for one request. It retries nothing and logs nothing, and its own time limit lies beyond
 * the idle limit: both are kept here, where the user is told of them.
 */
export function openClient(connection: Connection, watch: StreamWatch): OpenAI {
  return new OpenAI({
    // The package insists on a key; what is really sent is decided by `watchedFetch`.
    apiKey: connection.key ?? 'none',
    baseURL: connection.profile.baseUrl,
    fetch: watchedFetch(connection.key, watch),
    maxRetries: 0,
    timeout: connection.profile.idleLimitMs + 60_000,
    logLevel: 'off',
    organization: null,
    project: null,
  })
}

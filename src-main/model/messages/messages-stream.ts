import { APIError } from '@anthropic-ai/sdk'
import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { EventStream } from '../requests/stream-answer.ts'
import { plainFetch } from '../tolerance/plain-fetch.ts'
import { messagesAddress, messagesHeaders } from './messages-address.ts'

/**
 * Streams of the Messages API, parsed by the `@anthropic-ai/sdk` package. Requests are sent without its client, which
 * looks for credentials in the environment and in files of the user, and describes the machine in its headers.
 */
export const messagesStream: EventStream = {
  ask: (connection, body, signal) =>
    plainFetch(messagesAddress(connection, 'messages'), {
      method: 'POST',
      headers: messagesHeaders(connection),
      body,
      signal,
    }),
  events: (_connection, response, controller) => Stream.fromSSEResponse<unknown>(response, controller),
  reported: (thrown) => (thrown instanceof APIError ? (thrown.error ?? null) : null),
}

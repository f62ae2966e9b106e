import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { EventStream } from '../requests/stream-answer.ts'
import { plainFetch } from '../tolerance/plain-fetch.ts'
import { messagesAddress, messagesHeaders } from './messages-address.ts'

/**
 * Streams of the Messages API, cut into events by the `@anthropic-ai/sdk` package. Requests are sent without its client,
 * which looks for credentials in the environment and in files of the user, and describes the machine in its headers.
 * What events hold is parsed here: the package would print what is no JSON to the terminal (T27).
 */
export const messagesStream: EventStream = {
  ask: (connection, body, signal) =>
    plainFetch(messagesAddress(connection, 'messages'), {
      method: 'POST',
      headers: messagesHeaders(connection),
      body,
      signal,
    }),
  events: (_connection, response, controller) => eventsOf(response, controller),
  reported: (thrown) => (thrown instanceof ReportedError ? thrown.reported : null),
}

/** An error that the stream reported. */
class ReportedError extends Error {
  override name = 'ReportedError'
  readonly reported: unknown
  constructor(reported: unknown) {
    super('the stream reported an error')
    this.reported = reported
  }
}

async function* eventsOf(response: Response, controller: AbortController): AsyncGenerator<unknown> {
  try {
    for await (const { event, data } of Stream.rawEvents(response, controller)) {
      if (event === 'error') throw new ReportedError(reportedIn(data))
      if (event !== null && event !== 'ping' && data !== '') yield JSON.parse(data)
    }
  } catch (thrown) {
    if (!controller.signal.aborted) throw thrown
  } finally {
    controller.abort()
  }
}

function reportedIn(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

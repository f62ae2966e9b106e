import { APIError } from 'openai'
import { Stream } from 'openai/core/streaming'
import { FaultError } from '../fault.ts'
import { openClient, sendingTo } from '../open-client.ts'
import { explainStatus } from '../tolerance/explain-status.ts'
import { malformed } from '../tolerance/explain-stream.ts'
import { serverWords } from '../tolerance/server-text.ts'
import type { Connection, TakeParts } from '../wire.ts'
import { readChunk } from './chat-chunk.ts'

/** Reads a streamed answer with the `openai` package. On the path of a call, only this file loads it. */
export function askForStream(connection: Connection, body: string, signal: AbortSignal): Promise<Response> {
  const sending = { ...sendingTo(connection, signal), body }
  return openClient(connection.profile.baseUrl).post('/chat/completions', sending).asResponse()
}

/** Passes on each event of the answer until the consumer wants no more. */
export async function readEvents(
  connection: Connection,
  response: Response,
  signal: AbortSignal,
  take: TakeParts,
): Promise<void> {
  // The package aborts the controller it is given when the loop is left; ours must keep its own reason.
  const own = new AbortController()
  const end = () => own.abort()
  signal.addEventListener('abort', end, { once: true })
  try {
    const client = openClient(connection.profile.baseUrl)
    for await (const value of Stream.fromSSEResponse<unknown>(response, own, client)) {
      const parts = readChunk(value)
      if (parts === null) throw new FaultError(malformed(connection, JSON.stringify(value).slice(0, 200)))
      if (!take(parts)) return
    }
  } catch (error) {
    if (error instanceof APIError && error.error !== undefined) throw new FaultError(toldInStream(connection, error))
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

const toldInStream = (connection: Connection, { error }: APIError) =>
  explainStatus(connection, { words: serverWords(error), afterMs: null, location: null })

import type { OpenAI } from 'openai'
import { Stream } from 'openai/core/streaming'
import { readChunk } from './chat-chunk.ts'
import { chatParameters, refusedChatParameter } from './chat-parameters.ts'
import { requestText } from './encode-request.ts'
import { explainStatus } from './explain-status.ts'
import { cutOff, malformed, webPage } from './explain-stream.ts'
import { FaultError } from './fault.ts'
import { openClient, sendingTo } from './open-client.ts'
import { withBody } from './plain-fetch.ts'
import { serverWords } from './server-words.ts'
import { readText, sniffBody } from './sniff-body.ts'
import { watchBody } from './watch-body.ts'
import type { Connection, ReplyPart, StreamWatch, Wire } from './wire.ts'

/** An answer in one piece is no larger than this, bytes. */
const mostAnswerBytes = 16_000_000

/** The Chat Completions API, streamed. */
export const chatWire: Wire = {
  parameters: chatParameters,
  body: requestText,
  refusedParameter: refusedChatParameter,
  stream,
}

async function* stream(connection: Connection, body: string, watch: StreamWatch): AsyncGenerator<readonly ReplyPart[]> {
  const client = openClient(connection.profile.baseUrl)
  const sending = { ...sendingTo(connection, watch.signal), body }
  const response = await client.post('/chat/completions', sending).asResponse()
  watch.alive()
  if (response.body === null) throw new FaultError(cutOff(connection, 'no body'))
  const sniffed = await sniffBody(watchBody(response.body, watch))
  switch (sniffed.kind) {
    case 'nothing':
      throw new FaultError(cutOff(connection, 'an empty body'))
    case 'page':
      throw new FaultError(webPage(connection, await readText(sniffed.body, 2000)))
    case 'json':
      yield readWhole(connection, await readText(sniffed.body, mostAnswerBytes))
      return
    case 'events':
      yield* readEvents(client, connection, withBody(response, sniffed.body), watch)
  }
}

async function* readEvents(
  client: OpenAI,
  connection: Connection,
  response: Response,
  watch: StreamWatch,
): AsyncGenerator<readonly ReplyPart[]> {
  // The package ends the controller it is given when the loop is left; ours must stay, so that it tells why.
  const own = new AbortController()
  const end = () => own.abort()
  watch.signal.addEventListener('abort', end, { once: true })
  try {
    for await (const value of Stream.fromSSEResponse<unknown>(response, own, client)) {
      const parts = readChunk(value)
      if (parts === null) throw new FaultError(malformed(connection, JSON.stringify(value).slice(0, 200)))
      yield parts
    }
  } finally {
    watch.signal.removeEventListener('abort', end)
  }
}

/** Some servers ignore that a stream was asked for. Their whole answer is as good. */
function readWhole(connection: Connection, text: string): readonly ReplyPart[] {
  const value = parse(text)
  if (typeof value === 'object' && value !== null && Reflect.get(value, 'error')) {
    const told = { words: serverWords(value), afterMs: null, location: null }
    throw new FaultError(explainStatus(connection, told))
  }
  const parts = readChunk(value)
  if (parts === null || parts.every((part) => part.kind === 'model'))
    throw new FaultError(malformed(connection, text.slice(0, 200)))
  return parts
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

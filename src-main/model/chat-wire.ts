import { askEndpoint } from './ask-endpoint.ts'
import { readChunk } from './chat-chunk.ts'
import { chatParameters, refusedChatParameter } from './chat-parameters.ts'
import { requestText } from './encode-request.ts'
import { explainStatus } from './explain-status.ts'
import { cutOff, malformed, webPage } from './explain-stream.ts'
import { FaultError } from './fault.ts'
import { type ServerEvent, ServerEvents } from './server-events.ts'
import { serverWords } from './server-words.ts'
import { type BodyParts, readText, sniffBody } from './sniff-body.ts'
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
  const answer = await askEndpoint(connection, { path: '/chat/completions', body, signal: watch.signal })
  watch.alive()
  const sniffed = await sniffBody(watchBody(answer, watch))
  switch (sniffed.kind) {
    case 'nothing':
      throw new FaultError(cutOff(connection, 'an empty body'))
    case 'page':
      throw new FaultError(webPage(connection, await readText(sniffed.body, 2000)))
    case 'json':
      yield readWhole(connection, await readText(sniffed.body, mostAnswerBytes))
      return
    case 'events':
      yield* readEvents(connection, sniffed.body)
  }
}

/** What follows `[DONE]` is not looked at. */
async function* readEvents(connection: Connection, body: BodyParts): AsyncGenerator<readonly ReplyPart[]> {
  const events = new ServerEvents()
  for await (const bytes of body) {
    for (const event of events.take(bytes)) {
      if (event.data === done) return
      yield readEvent(connection, event)
    }
  }
  for (const event of events.end()) {
    if (event.data === done) return
    yield readEvent(connection, event)
  }
}

const done = '[DONE]'

function readEvent(connection: Connection, { name, data }: ServerEvent): readonly ReplyPart[] {
  const value: unknown = JSON.parse(data)
  if (name === 'error' || tellsError(value)) throw new FaultError(toldInBody(connection, value))
  const parts = readChunk(value)
  if (parts === null) throw new FaultError(malformed(connection, data.slice(0, 200)))
  return parts
}

const toldInBody = (connection: Connection, value: unknown) =>
  explainStatus(connection, { words: serverWords(value), afterMs: null, location: null })

const tellsError = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Boolean(Reflect.get(value, 'error'))

/** Some servers ignore that a stream was asked for. Their whole answer is as good. */
function readWhole(connection: Connection, text: string): readonly ReplyPart[] {
  const value = parse(text)
  if (tellsError(value)) throw new FaultError(toldInBody(connection, value))
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

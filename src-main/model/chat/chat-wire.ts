import { FaultError } from '../fault.ts'
import { explainStatus } from '../tolerance/explain-status.ts'
import { cutOff, malformed, webPage } from '../tolerance/explain-stream.ts'
import { withBody } from '../tolerance/plain-fetch.ts'
import { serverWords } from '../tolerance/server-text.ts'
import { readText, sniffBody } from '../tolerance/sniff-body.ts'
import { watchBody } from '../tolerance/watch-body.ts'
import type { Connection, ReplyPart, StreamWatch, TakeParts, Wire } from '../wire.ts'
import { readChunk } from './chat-chunk.ts'
import { chatParameters, refusedChatParameter } from './chat-parameters.ts'
import { requestText } from './encode-request.ts'

/** Maximum size of an answer in one piece, bytes. */
const maxAnswerBytes = 16_000_000

/** The Chat Completions API, streamed. */
export const chatWire: Wire = {
  load: async () => {
    loaded ??= await import('./chat-stream.ts')
  },
  parameters: chatParameters,
  body: requestText,
  refusedParameter: refusedChatParameter,
  stream,
}

/**
 * The `openai` package would dominate the time of a start, so it is loaded with the first request; no later
 * request waits for it.
 */
let loaded: typeof import('./chat-stream.ts') | null = null

async function stream(connection: Connection, body: string, watch: StreamWatch, take: TakeParts): Promise<void> {
  loaded ??= await import('./chat-stream.ts')
  const response = await loaded.askForStream(connection, body, watch.signal)
  watch.alive()
  if (response.body === null) throw new FaultError(cutOff(connection, 'no body'))
  const sniffed = await sniffBody(watchBody(response.body, watch))
  switch (sniffed.kind) {
    case 'nothing':
      throw new FaultError(cutOff(connection, 'an empty body'))
    case 'page':
      throw new FaultError(webPage(connection, await readText(sniffed.body, 2000)))
    case 'json':
      take(readWhole(connection, await readText(sniffed.body, maxAnswerBytes)))
      return
    case 'events':
      return loaded.readEvents(connection, withBody(response, sniffed.body), watch.signal, take)
  }
}

/** Some servers ignore that a stream was requested. Their complete answer is accepted too. */
function readWhole(connection: Connection, text: string): readonly ReplyPart[] {
  const value = parse(text)
  if (typeof value === 'object' && value !== null && Reflect.get(value, 'error')) {
    const answer = { words: serverWords(value), afterMs: null, location: null }
    throw new FaultError(explainStatus(connection, answer))
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

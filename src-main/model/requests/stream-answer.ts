import { setImmediate } from 'node:timers/promises'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { excessInJson } from '../../../src-shared/base/excess.ts'
import { FaultError } from '../fault.ts'
import { DoneMark } from '../tolerance/done-mark.ts'
import { explainStatus } from '../tolerance/explain-status.ts'
import { cutOff, malformed, webPage } from '../tolerance/explain-stream.ts'
import { withBody } from '../tolerance/plain-fetch.ts'
import { askedWait, serverText } from '../tolerance/server-text.ts'
import { readText, sniffBody } from '../tolerance/sniff-body.ts'
import { watchBody } from '../tolerance/watch-body.ts'
import type { Connection, ReplyPart, StreamWatch, TakeParts, Wire } from '../wire.ts'

/** How long events are worked on before anything else has its turn, ms. */
const turnMs = 8
/** Maximum size of an answer in one piece, bytes. */
const maxAnswerBytes = 16_000_000

/** The part that a package does for an API: it sends the request and parses the stream. */
export interface EventStream {
  ask(connection: Connection, body: string, signal: AbortSignal): Promise<Response>
  events(connection: Connection, response: Response, controller: AbortController): AsyncIterable<unknown>
  /** The error object that the stream reported, if that is why `events` threw this; otherwise null. */
  reported(thrown: unknown): unknown
}

/** Reads one answer of an API. Null: the API does not send such a value. */
export interface AnswerReader {
  event(value: unknown): readonly ReplyPart[] | null
  /** Some servers ignore that a stream was requested. Their complete answer is accepted too. */
  whole(value: unknown): readonly ReplyPart[] | null
  /** What `[DONE]` stands for in the API; left out: nothing. */
  readonly done?: readonly ReplyPart[]
}

/**
 * How a wire loads and streams. The package of an API would dominate the start-up time, so it is loaded with the first
 * request; no later request waits for it.
 */
export function streamedBy(
  importStream: () => Promise<EventStream>,
  readerFor: (connection: Connection) => AnswerReader,
): Pick<Wire, 'load' | 'stream'> {
  let loaded: EventStream | null = null
  const load = async () => {
    loaded ??= await importStream()
    return loaded
  }
  return {
    load: async () => {
      await load()
    },
    stream: async (connection, body, watch, take) => {
      const stream = loaded ?? (await load())
      await streamAnswer(stream, readerFor(connection), connection, body, watch, take)
    },
  }
}

/** Sends a request and passes on each part of the answer until no more is wanted. */
async function streamAnswer(
  stream: EventStream,
  reader: AnswerReader,
  connection: Connection,
  body: string,
  watch: StreamWatch,
  take: TakeParts,
): Promise<void> {
  const response = await stream.ask(connection, body, watch.signal)
  watch.alive()
  if (response.body === null) throw new FaultError(cutOff(connection, 'no body'))
  const sniffed = await sniffBody(watchBody(response.body, watch))
  switch (sniffed.kind) {
    case 'nothing':
      throw new FaultError(cutOff(connection, 'an empty body'))
    case 'page':
      throw new FaultError(webPage(connection, await readText(sniffed.body, 2000)))
    case 'json':
      take(readWhole(reader, connection, await readText(sniffed.body, maxAnswerBytes)))
      return
    case 'events': {
      if (reader.done === undefined)
        return readEvents(stream, reader, connection, withBody(response, sniffed.body), watch.signal, take)
      const mark = new DoneMark(sniffed.body)
      await readEvents(stream, reader, connection, withBody(response, mark.parts()), watch.signal, take)
      if (mark.seen) take(reader.done)
      return
    }
    default:
      return assertNever(sniffed.kind)
  }
}

async function readEvents(
  stream: EventStream,
  reader: AnswerReader,
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
    let since = performance.now()
    for await (const value of stream.events(connection, response, own)) {
      // Hundreds of events come in one piece of a body: others have their turn between them.
      if (performance.now() - since > turnMs) {
        await setImmediate()
        since = performance.now()
      }
      const parts = reader.event(value)
      if (parts === null) throw new FaultError(malformed(connection, JSON.stringify(value).slice(0, 200)))
      if (!take(parts)) return
    }
  } catch (error) {
    const reported = stream.reported(error) ?? null
    throw reported === null ? error : new FaultError(errorInAnswer(connection, reported))
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function readWhole(reader: AnswerReader, connection: Connection, text: string): readonly ReplyPart[] {
  const value = parse(text)
  if (typeof value === 'object' && value !== null && Reflect.get(value, 'error'))
    throw new FaultError(errorInAnswer(connection, value))
  const parts = reader.whole(value)
  if (parts === null || parts.every((part) => part.kind === 'model'))
    throw new FaultError(malformed(connection, text.slice(0, 200)))
  return parts
}

/** The fault of an error object that came with a success status, or in a stream. */
export const errorInAnswer = (connection: Connection, error: unknown) =>
  explainStatus(connection, { words: serverText(error), afterMs: askedWait(error), location: null })

function parse(text: string): unknown {
  if (excessInJson(text) !== null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { FaultError, fault } from './fault.ts'
import { readText } from './sniff-body.ts'
import { StatusError } from './status-error.ts'
import type { StreamWatch } from './wire.ts'

/** No event of a stream, and no answer in one piece, is larger than this, bytes. */
const mostEventBytes = 16_000_000
/** More than this of an error's body is not read, bytes. */
const mostErrorBytes = 256_000
/** What is left of a body after the last event is read this long, ms, so that the connection can serve again. */
const drainMs = 1000

/**
 * A `fetch` for the `openai` package that sends only what the endpoint needs and watches what comes.
 *
 * 1. The headers are these four and no others: the package's own tell of the user's machine, and its
 *    environment variables can add more.
 * 2. Redirects are not followed: what the user said goes to the endpoint that was set, and nowhere else.
 * 3. An event without an end is refused before it fills the memory (T10).
 */
export function watchedFetch(key: string | null, watch: StreamWatch): typeof fetch {
  return async (address, init = {}) => {
    const response = await fetch(address, { ...init, redirect: 'manual', headers: ownHeaders(init, key) })
    watch.alive()
    const { status, headers } = response
    const body = response.body === null ? null : watchedBody(response.body.getReader(), watch)
    if (!response.ok) throw new StatusError(status, headers, body === null ? '' : await readText(body, mostErrorBytes))
    return new Response(body, { status, headers })
  }
}

function ownHeaders(init: RequestInit, key: string | null): Record<string, string> {
  return {
    accept: init.method === 'GET' ? 'application/json' : 'text/event-stream, application/json',
    'user-agent': 'Stratagem',
    ...(init.body === undefined || init.body === null ? {} : { 'content-type': 'application/json' }),
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

function watchedBody(reader: Reader, watch: StreamWatch): ReadableStream<Uint8Array> {
  const size = new EventSize()
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await reader.read()
      if (done) return stream.close()
      watch.alive()
      if (size.add(value) > mostEventBytes) {
        void reader.cancel().catch(() => undefined)
        throw new FaultError(tooLarge())
      }
      stream.enqueue(value)
    },
    cancel: () => (watch.signal.aborted ? reader.cancel() : drain(reader)),
  })
}

/** Bytes since the last empty line, over the borders of chunks. */
class EventSize {
  private size = 0
  private lineEmpty = false

  add(bytes: Uint8Array): number {
    for (const byte of bytes) {
      this.size++
      if (byte === 0x0d) continue
      if (byte === 0x0a && this.lineEmpty) this.size = 0
      this.lineEmpty = byte === 0x0a
    }
    return this.size
  }
}

// Not awaited by the caller: the answer is there already, only the connection is waited for.
function drain(reader: Reader): void {
  const late = setTimeout(() => void reader.cancel().catch(() => undefined), drainMs)
  late.unref()
  const read = async () => {
    for (let left = 100; left > 0 && !(await reader.read()).done; left--);
    await reader.cancel()
  }
  void read()
    .catch(() => undefined)
    .finally(() => clearTimeout(late))
}

function tooLarge() {
  return fault(
    'model-malformed',
    `The endpoint sent one piece of more than ${mostEventBytes / 1_000_000} MB, which no answer has.`,
    'Nothing of it was used. Ask again, in smaller steps; if it happens each time, check the endpoint.',
    '',
  )
}

import { FaultError, fault } from './fault.ts'
import type { StreamWatch } from './wire.ts'

/** No event of a stream is larger than this, bytes; one without an end is refused before it fills the memory (T10). */
const mostEventBytes = 16_000_000
/** What is left of a body after the last event is read this long, ms, so that the connection can serve again. */
const drainMs = 1000

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The body, with each sign of life told. */
export function watchBody(body: ReadableStream<Uint8Array>, watch: StreamWatch): ReadableStream<Uint8Array> {
  const reader = body.getReader()
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

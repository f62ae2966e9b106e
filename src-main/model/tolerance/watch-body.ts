import { FaultError, fault } from '../fault.ts'
import type { StreamWatch } from '../wire.ts'
import { EventMeter } from './event-meter.ts'
import { type BodyParts, bodyEnd } from './sniff-body.ts'

/** Maximum size of an event of a stream, bytes; one without an end is refused before it fills the memory (T10). */
const maxEventBytes = 16_000_000
/** How long the rest of a body is read after the last event, ms, so that the connection can be reused. */
const drainMs = 1000

/** The body, with a callback for each sign of life. */
export function watchBody(body: AsyncIterable<Uint8Array>, watch: StreamWatch): BodyParts {
  const parts = body[Symbol.asyncIterator]()
  const size = new EventSize()
  const meter = new EventMeter()
  return {
    async next() {
      const part = await parts.next()
      if (part.done) return bodyEnd
      watch.alive()
      const isLarge = size.add(part.value) > maxEventBytes
      if (isLarge || meter.exceeds(part.value)) {
        void leave(parts).catch(() => undefined)
        throw new FaultError(isLarge ? tooLarge() : tooMuch())
      }
      return part
    },
    async return() {
      if (watch.signal.aborted) await leave(parts)
      else drain(parts)
      return bodyEnd
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Bytes since the last empty line, across chunks. Searched from the end, where it usually is. */
class EventSize {
  private size = 0
  private lineEnded = false

  add(bytes: Uint8Array): number {
    const at = lastEmptyLine(bytes, this.lineEnded)
    this.size = at === -1 ? this.size + bytes.length : bytes.length - at
    const last = bytes.findLast((byte) => byte !== 0x0d)
    if (last !== undefined) this.lineEnded = last === 0x0a
    return this.size
  }
}

/** Where the last empty line ends; -1 if there is none. @param after whether a line ended right before */
function lastEmptyLine(bytes: Uint8Array, after: boolean): number {
  for (let at = bytes.lastIndexOf(0x0a); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1)) {
    const before = bytes[at - 1] === 0x0d ? at - 2 : at - 1
    if (before < 0 ? after : bytes[before] === 0x0a) return at
  }
  return -1
}

const leave = async (parts: AsyncIterator<Uint8Array>) => await parts.return?.()

// Not awaited by the caller: the answer is complete; only the connection is still busy.
function drain(parts: AsyncIterator<Uint8Array>): void {
  const late = setTimeout(() => void leave(parts).catch(() => undefined), drainMs)
  late.unref()
  const read = async () => {
    for (let left = 100; left > 0 && !(await parts.next()).done; left--);
    await leave(parts)
  }
  void read()
    .catch(() => undefined)
    .finally(() => clearTimeout(late))
}

function tooLarge() {
  return fault(
    'model-malformed',
    `The endpoint sent a single chunk of more than ${maxEventBytes / 1_000_000} MB, which is not a valid answer.`,
    'The answer was discarded. Ask again in smaller steps. If this happens every time, check the endpoint.',
    '',
  )
}

function tooMuch() {
  return fault(
    'model-malformed',
    'The endpoint sent a part of an answer with far more values than any answer has, so it was not read.',
    'The answer was discarded. Ask again. If this happens every time, check the endpoint.',
    '',
  )
}

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { badBundle } from './bundle-failure.ts'

/** Limits for reading a file; a zip bomb is detected long before it is unpacked. */
export interface InflateLimits {
  /** Bytes once unpacked. */
  readonly inflated: number
  /** Compression ratio, checked from `ratioFrom` bytes on: ordinary logs stay under 60. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Characters. */
  readonly line: number
  readonly lines: number
}
export const inflateLimits: InflateLimits = {
  inflated: 512_000_000,
  ratio: 400,
  ratioFrom: 32_000_000,
  line: 24_000_000,
  lines: 3_000_000,
}

/**
 * The lines of a gzip file, one by one, unpacked only as needed.
 * @throws FailureError if it is not such a file, or too large
 */
export async function* inflateLines(parts: readonly Buffer[], limits = inflateLimits): AsyncGenerator<string> {
  const packed = parts.reduce((sum, part) => sum + part.length, 0)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let inflated = 0
  let lines = 0
  // The pieces of an unfinished line; each is scanned once, however long the line gets.
  let open: string[] = []
  let length = 0
  try {
    for await (const chunk of Readable.from(parts, { objectMode: true }).pipe(createGunzip({ chunkSize: 262_144 }))) {
      inflated += chunk.length
      if (inflated > limits.inflated) throw badBundle('unpacked it is larger than 512 MB')
      if (inflated > limits.ratioFrom && inflated > limits.ratio * packed)
        throw badBundle('it unpacks to far more than its size, which only harmful files do')
      const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n')
      const last = more.pop()
      const whole = last === undefined ? [] : [[...open, first].join(''), ...more]
      open = last === undefined ? [...open, first] : [last]
      length = last === undefined ? length + first.length : last.length
      if (length > limits.line) throw badBundle('one of its lines is too long')
      lines += whole.length
      if (lines > limits.lines) throw badBundle('it has too many lines')
      yield* whole
    }
    decoder.decode()
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown
    throw badBundle('it is damaged, or neither a Stratagem bundle nor a session of a known tool', String(thrown))
  }
  if (length > 0) throw badBundle('it is incomplete')
}

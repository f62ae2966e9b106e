import { createHash, hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ObjectStore, Objm } from '@nats-io/obj'
import { FailureError } from '../../src-shared/base/failure.ts'
import type { LabConnection } from './lab-connection.ts'

/** Bytes on the server, named by their hex SHA-256. What is there is not sent again. */
export interface Blobs {
  /** @returns the name */
  put(bytes: Uint8Array): Promise<string>
  has(name: string): Promise<boolean>
  putFile(file: string): Promise<{ readonly name: string; readonly sent: boolean }>
  /**
   * @param most bytes; larger ones are not fetched
   * @throws FailureError if it is not there, is larger, or is not what its name says
   */
  get(name: string, most?: number): Promise<Buffer>
  /** @throws FailureError as `get`; then there is no file */
  getFile(name: string, file: string): Promise<void>
}

/** ms between chunks after which sending counts as failed. */
const within = 30_000
/** Bytes of a chunk, each of which is one request when it is read. A server takes messages of 1 MiB by default. */
const chunkSize = 524_288

/**
 * The object store of NATS, but for reading: its library makes a consumer for each object, which the server keeps for five
 * minutes, and of which it has 1,000 at most. Source: NATS, ADR-20 (object store) and ADR-31 (direct get).
 */
export function openBlobs({ publisher, streams }: LabConnection, bucket: string): Blobs {
  let opened: Promise<ObjectStore> | null = null
  const store = () => {
    opened ??= new Objm(publisher).open(bucket).catch((thrown: unknown) => {
      opened = null
      throw thrown
    })
    return opened
  }
  const isThere = async (name: string) => (await (await store()).info(name))?.deleted === false
  /** Throws as `get` if it is not there, or not whole. */
  async function* chunksOf(name: string, most = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
    const info = await (await store()).info(name)
    if (info === null || info.deleted) throw notThere(name)
    if (info.size > most) throw tooLarge(name)
    let seq = 1
    for (let left = info.chunks; left > 0; left--) {
      const query = { seq, next_by_subj: `$O.${bucket}.C.${info.nuid}` }
      const chunk = await streams.direct.getMessage(`OBJ_${bucket}`, query)
      if (chunk === null) throw notThere(name)
      yield chunk.data
      seq = chunk.seq + 1
    }
  }
  const options = { max_chunk_size: chunkSize }
  return {
    put: async (bytes) => {
      const name = hash('sha256', bytes)
      if (!(await isThere(name))) await (await store()).putBlob({ name, options }, bytes, { timeout: within })
      return name
    },
    has: isThere,
    putFile: async (file) => {
      const name = await hashOf(file)
      if (await isThere(name)) return { name, sent: false }
      const stream = Readable.toWeb(createReadStream(file, { highWaterMark: 131_072 }))
      await (await store()).put({ name, options }, bytesOf(stream), { timeout: within })
      return { name, sent: true }
    },
    get: async (name, most = Number.POSITIVE_INFINITY) => {
      const bytes = await joined(chunksOf(name, most), most)
      if (hash('sha256', bytes) !== name) throw notThere(name)
      return bytes
    },
    getFile: async (name, file) => {
      try {
        await pipeline(chunksOf(name), createWriteStream(file, { mode: 0o600 }))
        if ((await hashOf(file)) !== name) throw notThere(name)
      } catch (thrown) {
        await rm(file, { force: true })
        throw thrown
      }
    },
  }
}

/** What is said of a size may be wrong. */
async function joined(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most) throw tooLarge('')
    all.push(chunk)
  }
  return Buffer.concat(all)
}

function bytesOf(stream: ReturnType<typeof Readable.toWeb>): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream({
    pull: async (to) => {
      const { done, value } = await reader.read()
      if (done) to.close()
      else to.enqueue(new Uint8Array(value))
    },
    cancel: (why) => reader.cancel(why),
  })
}

export async function hashOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const part of createReadStream(file)) sum.update(part)
  return sum.digest('hex')
}

const tooLarge = (name: string) =>
  new FailureError({
    kind: 'invalid-request',
    message: 'A machine sent more for a trial than is taken: its run, or the output of its check, is too large.',
    advice: 'Check what runs there, then continue the trials to repeat this one.',
    detail: name,
  })

const notThere = (name: string) =>
  new FailureError({
    kind: 'not-found',
    message: 'A file of the trials is not on the queue server anymore, or was altered there.',
    advice: 'Continue the trials where they were started: that sends it again.',
    detail: name,
  })

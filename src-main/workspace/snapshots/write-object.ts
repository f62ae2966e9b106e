import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'
import { touchFile, writeSmallFile } from '../write-small-file.ts'
import { isMissing, type SnapshotRepository } from './snapshot-repository.ts'

const compressed = promisify(deflate)
/** Up to this size, bytes, an object is written synchronously. */
const small = 64 * 1024
/** Up to this size, bytes, it is not compressed: that rarely saves a disk block, and git packs them later. */
const tiny = 16_000

/**
 * Writes an object into the store as git would, without starting git. @returns its id
 * Source: gitformat-loose(5); the store's objects are named by SHA-1.
 */
export async function writeObject(
  repository: SnapshotRepository,
  kind: 'blob' | 'tree' | 'commit',
  content: Buffer,
): Promise<string> {
  const bytes = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
  const id = createHash('sha1').update(bytes).digest('hex')
  const objects = join(repository.folder, 'objects')
  const file = join(objects, id.slice(0, 2), id.slice(2))
  // An existing object gets a new time, so that it is not removed as old.
  if (touchFile(file)) return id
  // Uses a name that git itself cleans up if it is left behind.
  const half = join(objects, `tmp_obj_${repository.temporaryName('own')}`)
  if (bytes.length <= small) {
    const packed = bytes.length <= tiny ? uncompressed(bytes) : deflateSync(bytes, { level: 1 })
    writeSmallFile({ bytes: packed, half, file, mode: 0o400 })
  } else await putLarge(bytes, half, file)
  return id
}

async function putLarge(bytes: Buffer, half: string, file: string): Promise<void> {
  try {
    await writeFile(half, await compressed(bytes, { level: 1 }), { flag: 'wx', mode: 0o400 })
    await rename(half, file).catch(async (thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await rename(half, file)
    })
  } catch (thrown) {
    await rm(half, { force: true })
    throw thrown
  }
}

/**
 * A zlib stream without compression: header, one stored block, checksum. Setting up a compressor takes longer than all
 * other work for a small object. Source: RFC 1950, 2.2; RFC 1951, 3.2.4.
 */
function uncompressed(bytes: Buffer): Buffer {
  const stream = Buffer.alloc(bytes.length + 11)
  stream.writeUInt16BE(0x7801, 0)
  stream.writeUInt8(1, 2)
  stream.writeUInt16LE(bytes.length, 3)
  stream.writeUInt16LE(~bytes.length & 0xffff, 5)
  bytes.copy(stream, 7)
  stream.writeUInt32BE(adler32(bytes), bytes.length + 7)
  return stream
}

/** Source: RFC 1950, 8.2. Only for so few bytes that both sums stay safe integers. */
function adler32(bytes: Buffer): number {
  let a = 1
  let b = 0
  for (const byte of bytes) {
    a += byte
    b += a
  }
  return (((b % 65521) << 16) | (a % 65521)) >>> 0
}

import { inflateRawSync } from 'node:zlib'
import { decompress } from 'fzstd'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { lenientJson } from '../../../src-shared/base/lenient-json.ts'

/** Limits for a file of a stranger; an archive that says it unpacks to more is refused, and none can unpack to more than it says. */
export interface ArchiveLimits {
  /** Number of files in it; a sample is one. */
  readonly files: number
  /** Bytes of all that is unpacked: heads and summaries, no samples. */
  readonly unpacked: number
}
const archiveLimits: ArchiveLimits = { files: 500_000, unpacked: 100_000_000 }

/** Ways to pack a file. Source: PKWARE APPNOTE 6.3.10, section 4.4.5. */
const stored = 0
const deflated = 8
const zstandard = 93

/** A log of Inspect as an archive begins like any ZIP. */
export const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/**
 * A log of Inspect as it writes it by default (`.eval`), as the object that its JSON is, with the summaries of samples
 * in place of samples. Of one that was cut off, what its journal has. Names in it are only compared, never opened.
 * Source: https://inspect.aisi.org.uk/eval-logs.html
 * @throws FailureError if it is none, is damaged, or unpacks to too much
 */
export async function readEvalArchive(bytes: Buffer, limits: ArchiveLimits = archiveLimits): Promise<unknown> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    const files = await filesOf(zip, limits.files)
    let left = limits.unpacked
    const read = (name: string): unknown => {
      const file = files.get(name)
      if (file === undefined) return undefined
      left -= file.uncompressedSize
      if (left < 0) throw badArchive('unpacked it is larger than 100 MB')
      return lenientJson(unpack(packedBytes(bytes, file), file).toString('utf8'))
    }
    const head = read('header.json') ?? read('_journal/start.json')
    const samples = read('summaries.json') ?? journalOf(files).flatMap(read)
    if (typeof head !== 'object' || head === null) return undefined
    if ('invalidated' in head && head.invalidated === true)
      throw badArchive('some of its samples were declared invalid, and only its JSON says which')
    return { ...head, samples }
  } catch (thrown) {
    throw thrown instanceof FailureError ? thrown : badArchive('it is damaged, or no log of Inspect', String(thrown))
  }
}

/** Only what is read of it. */
function filesOf(zip: ZipFile, most: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > most) throw badArchive('it holds too many files')
  const found = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (/^(?:header|summaries|_journal\/start|_journal\/summaries\/\d{1,9})\.json$/.test(entry.fileName))
        found.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(found))
    zip.on('error', reject)
    zip.readEntry()
  })
}

const journalOf = (files: ReadonlyMap<string, Entry>): string[] =>
  [...files.keys()]
    .filter((name) => name.startsWith('_journal/summaries/'))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Of the head of a file before its bytes, only the lengths of its variable parts matter. Source: APPNOTE, 4.3.7. */
function packedBytes(bytes: Buffer, { relativeOffsetOfLocalHeader: at, compressedSize }: Entry): Buffer {
  if (bytes.readUInt32LE(at) !== 0x04034b50) throw badArchive('it is damaged')
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + compressedSize > bytes.length) throw badArchive('it is incomplete')
  return bytes.subarray(start, start + compressedSize)
}

function unpack(packed: Buffer, { compressionMethod: method, uncompressedSize: size }: Entry): Buffer {
  switch (method) {
    case stored:
      return packed
    case deflated:
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
    case zstandard:
      // Into a buffer of the size that the archive says: no window is allocated, and the rest is dropped.
      return Buffer.from(decompress(new Uint8Array(packed), new Uint8Array(size)))
    default:
      throw badArchive(`it is packed in a way that can’t be read (${method})`)
  }
}

function badArchive(why: string, detail?: string): FailureError {
  const failure = {
    kind: 'invalid-request' as const,
    message: `This log of Inspect can’t be imported: ${why}.`,
    advice: 'Nothing was written. inspect log convert --to json makes a log that can be read in another way.',
  }
  return new FailureError(detail === undefined ? failure : { ...failure, detail })
}

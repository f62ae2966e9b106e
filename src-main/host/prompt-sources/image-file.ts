import { FailureError } from '../../../src-shared/base/failure.ts'
import { formatSize } from '../../../src-shared/base/format.ts'
import { type imageTypes, maxImageBytes } from '../../../src-shared/mentions/image-marks.ts'

export interface ImageFacts {
  readonly mediaType: (typeof imageTypes)[number]
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Pixels of a side, and of all. The APIs refuse larger ones, and decoding them takes memory (T44). */
const [maxSide, maxPixels] = [8000, 40_000_000]

/**
 * What an image's first bytes say of it. Nothing is decoded.
 * @throws FailureError if it is none that models take, or too large
 */
export function imageFacts(bytes: Buffer): ImageFacts {
  if (bytes.length > maxImageBytes)
    throw refused(`The image has ${formatSize(bytes.length)}; at most ${formatSize(maxImageBytes)} can be sent.`)
  const facts = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
  if (facts === null) throw refused('This is no image that models take: PNG, JPEG, GIF or WebP.')
  const { width, height } = facts
  if (width < 1 || height < 1) throw refused('The image has no size.')
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw refused(`The image has ${width} × ${height} pixels, which is more than models take.`)
  return facts
}

const refused = (message: string) =>
  new FailureError({ kind: 'invalid-request', message, advice: 'Make it smaller, or save it in another format.' })

function png(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Source: https://developers.google.com/speed/webp/docs/riff_container */
function webp(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

/** The size is in the first frame header, after segments whose lengths are known. Source: ITU T.81, annex B. */
function jpeg(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { mediaType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

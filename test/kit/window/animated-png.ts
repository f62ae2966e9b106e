import { crc32 } from 'node:zlib'

/**
 * Joins still images into one animation that loops forever.
 * Source: PNG, third edition (W3C 2025), chunks acTL, fcTL and fdAT.
 * @param frames PNG files of the same size and color type, none of them animated
 * @param frameMs duration of each frame, ms; the last one is shown three times as long
 */
export function animatedPng(frames: readonly Buffer[], frameMs: number): Buffer {
  const [first] = frames
  const header = first === undefined ? undefined : chunksOf(first).find(({ type }) => type === 'IHDR')?.data
  if (first === undefined || header === undefined) throw new Error('there is no picture to show')
  let order = 0
  const parts = frames.flatMap((frame, index) => {
    const control = Buffer.alloc(26)
    control.writeUInt32BE(order++, 0)
    header.copy(control, 4, 0, 8)
    control.writeUInt16BE(index === frames.length - 1 ? frameMs * 3 : frameMs, 20)
    control.writeUInt16BE(1000, 22)
    const data = chunksOf(frame)
      .filter(({ type }) => type === 'IDAT')
      .map((each) =>
        index === 0 ? chunk('IDAT', each.data) : chunk('fdAT', Buffer.concat([number(order++), each.data])),
      )
    return [chunk('fcTL', control), ...data]
  })
  const animation = Buffer.concat([number(frames.length), number(0)])
  const start = [first.subarray(0, 8), chunk('IHDR', header), chunk('acTL', animation)]
  return Buffer.concat([...start, ...parts, chunk('IEND', Buffer.alloc(0))])
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

/** A chunk consists of length, type, data and checksum; the first begins after 8 bytes. */
export function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([number(data.length), body, number(crc32(body))])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

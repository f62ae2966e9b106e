import { expect, test } from 'vitest'
import { imageFacts } from '../../../src-main/host/prompt-sources/image-file.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(20),
  ])
const png = (width: number, height: number) => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), header])
}

test.each([
  ['image/png', png(300, 200)],
  ['image/gif', bytes('GIF89a', [0x2c, 0x01, 0xc8, 0x00])],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 200, 0x01, 0x2c])],
  ['image/webp', bytes('RIFF\0\0\0\0WEBPVP8X', [0, 0, 0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 0xc7, 0, 0])],
  ['image/webp', bytes('RIFF\0\0\0\0WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x2c, 1, 0xc8, 0])],
  ['image/webp', bytes('RIFF\0\0\0\0WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x2b, 0xc1, 0x31, 0])],
])('%s is recognized by its first bytes, with its size', (mediaType, image) => {
  expect(imageFacts(image)).toEqual({ mediaType, width: 300, height: 200 })
})

test.each([
  ['a bomb', png(60_000, 60_000), 'pixels'],
  ['many pixels', png(7900, 7900), 'pixels'],
  ['no size', png(0, 5), 'no size'],
  ['a large file', Buffer.concat([png(1, 1), Buffer.alloc(5_000_001)]), 'at most'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'no image'],
  ['a cut PNG', png(1, 1).subarray(0, 20), 'no image'],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4]), 'no image'],
  [
    'a JPEG whose segments go on for ever',
    bytes([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    'no image',
  ],
  ['nothing', Buffer.alloc(0), 'no image'],
])('%s is refused (T44)', (_, image, why) => {
  expect(() => imageFacts(image)).toThrow(why)
})

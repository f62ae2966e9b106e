import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServerEvents } from '../../src-main/model/server-events.ts'

/** What is read from these bytes, handed over in these pieces. */
function readIn(pieces: readonly Uint8Array[]) {
  const events = new ServerEvents()
  return [...pieces.flatMap((each) => events.take(each)), ...events.end()]
}
const read = (text: string) => readIn([Buffer.from(text)])
const dataOf = (text: string) => read(text).map(({ data }) => data)

describe('server-sent events', () => {
  it('end a line at any of the three line ends', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(read(['event: a', 'data: 1', '', 'data: 2', '', ''].join(end))).toEqual([
        { name: 'a', data: '1' },
        { name: '', data: '2' },
      ])
    }
  })

  it('take one space after the colon away, and no more', () => {
    expect(dataOf('data:x\n\ndata: x\n\ndata:  x\n\n')).toEqual(['x', 'x', ' x'])
  })

  it('join the data of several lines', () => {
    expect(dataOf('data: {\ndata: }\n\n')).toEqual(['{\n}'])
  })

  it('leave out comments, unknown fields, and events without data', () => {
    expect(dataOf(': keep-alive\n\nid: 7\nretry: 10\n\nevent: ping\n\ndata\n\ndata:\n\ndata: x\n\n')).toEqual(['x'])
  })

  it('keep what only looks like the end of a line', () => {
    expect(dataOf('data: a\u2028b\u0085c\n\n')).toEqual(['a\u2028b\u0085c'])
  })

  it('forget the name of an event with its end', () => {
    expect(read('event: error\ndata: 1\n\ndata: 2\n\n')).toEqual([
      { name: 'error', data: '1' },
      { name: '', data: '2' },
    ])
  })

  it('give the last one also where its empty line, or the end of its line, is missing', () => {
    expect(dataOf('data: 1\n\ndata: 2\n')).toEqual(['1', '2'])
    expect(dataOf('data: 1\n\ndata: 2')).toEqual(['1', '2'])
    expect(dataOf('data: 1\r')).toEqual(['1'])
  })

  it('are told as soon as their empty line has come', () => {
    const events = new ServerEvents()
    expect(events.take(Buffer.from('data: 1\r\n\r'))).toEqual([{ name: '', data: '1' }])
    expect(events.take(Buffer.from('\ndata: 2'))).toEqual([])
    expect(events.take(Buffer.from('\n\n'))).toEqual([{ name: '', data: '2' }])
  })

  it('are the same in any pieces', () => {
    const lines = fc.array(
      fc.constantFrom('data: grüße 👩‍💻', 'data:', ': c', 'event: e', '\ufeffdata: x', 'data', ''),
      {
        maxLength: 14,
      },
    )
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.array(fc.nat(), { maxLength: 8 }),
        (all, end, places) => {
          const bytes = Buffer.from(all.join(end))
          const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
          const pieces = [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length))
          expect(readIn(pieces)).toEqual(readIn([bytes]))
        },
      ),
    )
  })

  it('take a long line in small pieces without going over it again', () => {
    const piece = Buffer.alloc(1000, 'x')
    const events = new ServerEvents()
    events.take(Buffer.from('data: '))
    const early = Array.from({ length: 16_000 }, () => events.take(piece)).flat()
    expect(early).toEqual([])
    expect(events.end()[0]?.data).toHaveLength(16_000_000)
  })
})

import { expect, test } from 'vitest'
import { callResult, resultText } from '../../src-main/mcp/result-text.ts'
import { FailureError } from '../../src-shared/base/failure.ts'

const keep = (data: string): string => {
  if (data === 'bad') throw new FailureError({ kind: 'invalid-request', message: 'It is none.', advice: 'No.' })
  return `ref of ${data}`
}
const of = (result: object) => resultText(callResult.parse(result), keep)
const image = (data: string) => ({ type: 'image', mimeType: 'image/png', data })

test('images are kept in the order of the text; one that models would refuse, or too many, are said', () => {
  const few = of({ content: [{ type: 'text', text: 'See' }, image('one'), image('bad'), image('two')] })
  expect(few.images).toEqual(['ref of one', 'ref of two'])
  expect(few.text).toBe(
    'See\n[Image 1 of this result]\n[An image that was left out. It is none.]\n[Image 2 of this result]',
  )
  const many = of({ content: Array.from({ length: 300 }, (_, at) => image(`${at}`)) })
  expect(many.images).toHaveLength(10)
  expect(many.text).toContain('[100 more parts were left out.]')
})

test('structured content is kept for strategies and shown, once', () => {
  const structuredContent = { sum: 5 }
  expect(of({ structuredContent })).toMatchObject({ text: '{"sum":5}', shown: '{\n  "sum": 5\n}', data: { sum: 5 } })
  expect(of({ content: [{ type: 'text', text: '{ "sum": 5 }' }], structuredContent }).shown).toBe('{ "sum": 5 }')
  expect(of({ content: [{ type: 'text', text: 'five' }], structuredContent })).toMatchObject({
    text: 'five',
    shown: 'five\n\nStructured result:\n{\n  "sum": 5\n}',
  })
  expect(of({ content: [], structuredContent: { long: 'x'.repeat(20_000) } }).data).toBeNull()
})

test('what is no text is named, and control sequences are removed (T27, T41)', () => {
  const content = [
    { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
    { type: 'resource_link', uri: 'a://b' },
    { type: 'resource', resource: { uri: 'a://c', text: '\u001b]52;c;x\u0007inside' } },
    { type: 'resource', resource: { uri: 'a://d', mimeType: 'image/png', blob: 'pic' } },
    { type: 'hologram' },
  ]
  expect(of({ content })).toMatchObject({
    text: '[audio, audio/wav, 3 bytes: not passed on]\n[resource a://b]\ninside\n[Image 1 of this result]\n[hologram]',
    images: ['ref of pic'],
  })
  expect(of({ content: 'nonsense' }).text).toBe('(no output)')
})

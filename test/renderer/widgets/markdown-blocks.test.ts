import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarkdownBlocks, splitBlocks } from '../../../src-renderer/widgets/markdown/blocks.ts'

const pieces = [
  '# Title\n',
  'Some words, **bold** and `code`.',
  '\n',
  '\n\n',
  '- one\n- two\n',
  '  goes on\n',
  '1. first\n',
  '```ts\nconst a = 1\n',
  '```\n',
  '~~~\n',
  '````\n',
  '   ```\n',
  '> quoted\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n',
  '[x]: https://example.com\n',
  '***',
  '\r\n',
  '    indented\n',
  '<div>\n\n</div>',
  '![a](https://evil.example/?d=1)',
  '==\n',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12 })), { maxLength: 30 })
  .map((all) => all.join(''))

function fed(whole: string, cuts: readonly number[]): MarkdownBlocks {
  const places = [...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b)
  return (
    places.reduce<MarkdownBlocks | undefined>(
      (before, length) => splitBlocks(whole.slice(0, length), before),
      undefined,
    ) ?? splitBlocks(whole)
  )
}

test('any chunking of a text ends in the same blocks', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (whole, cuts) => {
      const at = fed(whole, cuts)
      expect(at.blocks).toEqual(splitBlocks(whole).blocks)
      expect(at.definitions).toBe(splitBlocks(whole).definitions)
    }),
    { numRuns: 400 },
  )
})

test('a settled block never changes as the text grows', () => {
  fc.assert(
    fc.property(text, text, (start, more) => {
      const before = splitBlocks(start)
      const after = splitBlocks(start + more, before)
      expect(after.blocks.slice(0, before.settled)).toEqual(before.blocks.slice(0, before.settled))
    }),
    { numRuns: 300 },
  )
})

test('settled blocks are the same objects, so that they are not drawn again', () => {
  const before = splitBlocks('One.\n\nTwo.\n\nThr')
  const after = splitBlocks('One.\n\nTwo.\n\nThree and four', before)
  expect(after.blocks).toHaveLength(3)
  expect(after.blocks[0]).toBe(before.blocks[0])
  expect(after.blocks[1]).toBe(before.blocks[1])
})

test('only the text after the settled blocks is looked at again', () => {
  const paragraph = `${'word '.repeat(40)}\n\n`
  const before = splitBlocks(`${paragraph.repeat(50)}tail`)
  expect(before.blocks).toHaveLength(51)
  expect(before.settledText.length).toBe(paragraph.length * 50)
})

test('a fence with blank lines and markdown in it is one code block', () => {
  const source = 'Before.\n\n```md\n# not a title\n\ntext\n\n- list\n```\n\nAfter.'
  expect(splitBlocks(source).blocks).toEqual([
    { kind: 'prose', source: 'Before.' },
    { kind: 'code', language: 'md', text: '# not a title\n\ntext\n\n- list', closed: true },
    { kind: 'prose', source: 'After.' },
  ])
})

test('a fence that is still open is a code block that is not closed', () => {
  expect(splitBlocks('```js\nlet a = 1\n').blocks).toEqual([
    { kind: 'code', language: 'js', text: 'let a = 1', closed: false },
  ])
})

test('a loose list stays one list', () => {
  expect(splitBlocks('- one\n\n- two\n\n  more of two\n\nAfter.').blocks).toHaveLength(2)
})

test('link definitions are collected and drawn by nobody', () => {
  const split = splitBlocks('See [the docs][d].\n\n[d]: https://example.com/docs\n')
  expect(split.blocks).toEqual([{ kind: 'prose', source: 'See [the docs][d].' }])
  expect(split.definitions).toBe('[d]: https://example.com/docs\n')
})

test('nesting that would end a parser only costs the formatting', () => {
  expect(splitBlocks('> '.repeat(20_000)).blocks.length).toBeGreaterThan(0)
})

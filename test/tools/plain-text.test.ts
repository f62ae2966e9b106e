import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepOutput } from '../../src-main/tools/text/kept-output.ts'
import { keepEnds, keepStart } from '../../src-main/tools/text/shorten.ts'
import { plainText } from '../../src-shared/base/plain-text.ts'

const esc = '\u001B'
test.each([
  ['colours', `${esc}[1;31mred${esc}[0m`, 'red'],
  ['a title', `${esc}]0;evil title\u0007text`, 'text'],
  ['a link (OSC 8)', `${esc}]8;;http://evil${esc}\\name${esc}]8;;${esc}\\`, 'name'],
  ['the clipboard (OSC 52)', `a${esc}]52;c;ZXZpbA==\u0007b`, 'ab'],
  ['a device string', `a${esc}Pq#0~${esc}\\b`, 'ab'],
  ['8-bit controls', 'a\u009B31mb\u009D0;x\u009Cc', 'abc'],
  ['a sequence that never ends', `a${esc}]0;no end\nnext`, 'a\nnext'],
  ['a sequence cut off', `a${esc}[31`, 'a'],
  ['progress', '10 %\r50 %\rdone\nnext', 'done\nnext'],
  ['Windows lines', 'a\r\nb\r\n', 'a\nb\n'],
  ['backspaces and bells', 'a\u0008b\u0007c', 'abc'],
])('of %s the text stays', (_, output, text) => {
  expect(plainText(output)).toBe(text)
})

test('nothing that steers a terminal is left, whatever comes (T27)', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      escape,
      '[',
      ']',
      'P',
      '\\',
      '\u0007',
      '\u009B',
      '\u009D',
      '\u0090',
      ';',
      '1',
      'm',
      '\n',
      '\r',
      '\t',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what must not be left
      expect(plainText(pieces.join(''))).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F]/)
    }),
    { numRuns: 2000 },
  )
})

test('a million starts of a sequence are gone through once (T27)', () => {
  expect(plainText(`${esc}P`.repeat(500_000))).toBe('')
})

test('of an output the start and the end are kept, in any parts it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 }), (parts) => {
      const output = keepOutput(50)
      for (const part of parts) output.add(part)
      const all = parts.join('')
      if (all.length <= 100) expect(output.text()).toBe(all)
      else expect([output.text().slice(0, 50), output.text().slice(-50)]).toEqual([all.slice(0, 50), all.slice(-50)])
    }),
  )
})

test('a shortened text tells how to get the rest and never halves a character', () => {
  const text = keepEnds('😀'.repeat(1000), 'Ask for less.', 101)
  expect(text).toContain('characters left out here. Ask for less.')
  expect(text).not.toMatch(/\p{Surrogate}/u)
  expect(keepStart(['aaaa', 'bbbb', 'cccc'], (shown) => `[${shown} shown]`, 10)).toBe('aaaa\nbbbb\n[2 shown]')
})

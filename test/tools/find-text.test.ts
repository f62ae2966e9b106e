import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAll, findText, splitText } from '../../src-main/tools/text/find-text.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 })

test('it finds what indexOf finds, and splits as split does', () => {
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 12 }), (wanted, parts) => {
      // Longer than what is left to the engine.
      const [long, text] = [
        `${wanted}${'ab'.repeat(20)}${wanted}`,
        `${'b'.repeat(10_001)}${parts.join(`${wanted}${'ab'.repeat(20)}`)}`,
      ]
      expect(findText(text, long)).toBe(text.indexOf(long))
      expect(splitText(text, long)).toEqual(text.split(long))
      expect(findText(text, wanted)).toBe(text.indexOf(wanted))
    }),
  )
})

test('texts that match almost everywhere take the sum of their lengths, not the product', () => {
  const [text, wanted] = ['a'.repeat(4_000_000), `${'a'.repeat(400_000)}b${'a'.repeat(400_000)}`]
  expect(findText(text, wanted)).toBe(-1)
  expect(findAll(text, wanted.slice(0, 400_000), 1000)).toHaveLength(1000)
  expect(findText(`${text}b${text}`, wanted)).toBe(3_600_000)
})

import { expect, test } from 'vitest'
import { cutAtImages, hasImages, imageMark, imageRefs } from '../../../src-shared/mentions/image-marks.ts'

const [one, two] = ['a'.repeat(64), 'b'.repeat(64)]

test('a text is cut at its images, and nothing else is lost', () => {
  const text = `See ${imageMark(one)}${imageMark(two)} now`
  expect(cutAtImages(text)).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'image', ref: one },
    { kind: 'image', ref: two },
    { kind: 'text', text: ' now' },
  ])
  expect(imageRefs(text)).toEqual([one, two])
  expect([hasImages(text), hasImages('no image'), cutAtImages('')]).toEqual([true, false, []])
})

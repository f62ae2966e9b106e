import { expect, test } from 'vitest'
import { withAttached, writtenOf } from '../../../src-shared/mentions/attached.ts'
import { joinSent, sentImagesOf, withImages } from '../../../src-shared/mentions/sent-images.ts'

const ref = (digit: string) => digit.repeat(64)
const [one, two] = [
  { ref: ref('1'), name: 'one.png' },
  { ref: ref('2'), name: 'two: a [b].png' },
]

test('a message keeps its images while it waits, and gives them back', () => {
  const sent = withImages('Look.', [one, two])
  expect(writtenOf(sent)).toBe('Look.')
  expect(sentImagesOf(sent)).toEqual([one, two])
  expect(withImages('Look.', [])).toBe('Look.')
})

test('only what is attached is an image, not what somebody wrote', () => {
  const written = withImages('', [one]).trim()
  expect(sentImagesOf('Look.')).toEqual([])
  expect(sentImagesOf(`Image one.png:\n[image stratagem:${one.ref}]`)).toEqual([])
  expect(sentImagesOf(withAttached('a', [written.slice(written.indexOf('Image'))]))).toEqual([one])
})

test('messages are joined with their images, each once, and without what else they attach', () => {
  const file = withAttached('See @a.txt', ['@a.txt: File a.txt\n```\ntext\n```'])
  expect(joinSent([withImages('First.', [one]), file, withImages('Last.', [two, one])])).toEqual({
    message: 'First.\n\nSee @a.txt\n\nLast.',
    images: [one, two],
  })
})

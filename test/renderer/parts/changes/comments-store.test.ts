import { expect, test, vi } from 'vitest'
import {
  beginComment,
  changeComment,
  closeComment,
  openComment,
  removeComments,
  useComments,
} from '../../../../src-renderer/stores/files/comments-store.ts'

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }))

const on = (from: number) => ({
  draft: 'd',
  runId: 'r',
  path: 'a.ts',
  side: 'new' as const,
  from,
  to: from,
  code: ['x'],
})
const texts = () => useComments.getState().comments.map(({ from, text }) => [from, text])
const openId = () => useComments.getState().open ?? ''

test('what was written stays; what has no words is dropped when another is begun or writing ends', () => {
  beginComment(on(1))
  changeComment(openId(), { text: 'one' })
  beginComment(on(2))
  beginComment(on(3))
  expect(texts()).toEqual([
    [1, 'one'],
    [3, ''],
  ])
  closeComment()
  expect(texts()).toEqual([[1, 'one']])
})

test('removed comments can be brought back beside those written since', () => {
  const [first] = useComments.getState().comments
  const bringBack = removeComments([first?.id ?? ''])
  beginComment(on(9))
  changeComment(openId(), { text: 'nine' })
  bringBack()
  expect(texts()).toEqual([
    [1, 'one'],
    [9, 'nine'],
  ])
  openComment(first?.id ?? '')
  expect(openId()).toBe(first?.id)
})

import { expect, test } from 'vitest'
import { recallMessage } from '../../../src-renderer/parts/message-box/recall.ts'

const sent = ['third', 'second\nline', 'third', 'first']
const up = (text: string, caret = text.length) => recallMessage(sent, text, caret, 'ArrowUp')
const down = (text: string, caret = text.length) => recallMessage(sent, text, caret, 'ArrowDown')

test('up goes through the messages sent, each once, and down comes back to the empty box', () => {
  expect(up('')).toBe('third')
  expect(up('third')).toBe('second\nline')
  expect(up('second\nline', 3)).toBe('first')
  expect(up('first')).toBeNull()
  expect(down('first')).toBe('second\nline')
  expect(down('third')).toBe('')
  expect(down('')).toBeNull()
})

test('what is being written stays, and in a later line the arrows move the caret', () => {
  expect(up('something new')).toBeNull()
  expect(down('something new')).toBeNull()
  expect(up('second\nline')).toBeNull()
  expect(recallMessage(sent, '', 0, 'Enter')).toBeNull()
})

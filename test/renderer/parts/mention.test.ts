import { describe, expect, it } from 'vitest'
import { insertMention, mentionAt } from '../../../src-renderer/parts/message-box/mention.ts'

describe('a mention', () => {
  it('is found where the caret stands after an @ and no space', () => {
    expect(mentionAt('Look at @src/to', 15)).toEqual({ start: 8, query: 'src/to' })
    expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' })
    expect(mentionAt('(@a', 3)).toEqual({ start: 1, query: 'a' })
  })

  it('is none inside an address, after a space, or before the caret came there', () => {
    expect(mentionAt('ada@example.org', 15)).toBeNull()
    expect(mentionAt('@src then more', 14)).toBeNull()
    expect(mentionAt('no @file', 2)).toBeNull()
  })

  it('takes the place of what was typed, and the caret goes behind it', () => {
    const text = 'Look at @tot please'
    const put = insertMention(text, { start: 8, query: 'tot' }, 'src/total.js')
    expect(put).toEqual({ text: 'Look at @src/total.js please', caret: 22 })
  })

  it('quotes a path with spaces', () => {
    expect(insertMention('@a', { start: 0, query: 'a' }, 'my notes.md').text).toBe('@"my notes.md" ')
  })
})

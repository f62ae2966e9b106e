import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolNames } from '../../src-main/mcp/tool-names.ts'

test('a plain name shows its server and tool; others have a mark', () => {
  const names = toolNames('files', ['read', 'write note'], new Set())
  expect(names.get('read')).toBe('mcp__files__read')
  expect(names.get('write note')).toMatch(/^mcp__files__write_note_[0-9a-f]{8}$/)
})

test('whatever servers and tools are called, names are accepted by every API, and none is there twice', () => {
  fc.assert(
    fc.property(fc.string(), fc.uniqueArray(fc.string({ minLength: 1, maxLength: 90 })), (server, tools) => {
      const first = toolNames(server, tools, new Set())
      const second = toolNames(server, tools, new Set(first.values()))
      const all = [...first.values(), ...second.values()]
      for (const name of all) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(new Set(first.values()).size).toBe(tools.length)
    }),
  )
})

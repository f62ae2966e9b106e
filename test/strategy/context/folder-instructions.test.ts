import { expect, test } from 'vitest'
import { contextItem } from '../../../src-main/strategy/context/model-context.ts'
import { withResultLines } from '../../../src-main/strategy/context/shorten.ts'
import { cutFolderInstructions, withFolderInstructions } from '../../../src-shared/run/folder-instructions.ts'

test("a result's line keeps the folder's instructions, and is not shortened again", () => {
  const text = withFolderInstructions('x'.repeat(5000), [{ file: 'src/AGENTS.md', text: 'y'.repeat(600) }])
  const item = contextItem({ role: 'tool', callId: 'c', tool: 'read_file', ok: true, text }, 'result')
  const once = withResultLines([item], 1)
  const left = cutFolderInstructions(once.items[0]?.message.text ?? '')
  expect(left.result).toContain('5000 characters')
  expect(left.instructions).toEqual([{ file: 'src/AGENTS.md', text: 'y'.repeat(600) }])
  expect(withResultLines(once.items, 1)).toEqual({ items: once.items, shortened: 0 })
})

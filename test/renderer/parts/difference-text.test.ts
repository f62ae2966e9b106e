import { expect, test } from 'vitest'
import type { Action } from '../../../src-renderer/run/lane-actions.ts'
import { differenceText } from '../../../src-renderer/views/compare/steps/difference-text.ts'

const at = { path: '1', key: '', message: '', startMs: 0, ms: 1 }
const edit = (file: string): Action => ({ ...at, kind: 'edit', text: `edited ${file} +1 −1`, file })
const ran: Action = { ...at, kind: 'command', text: 'ran npm test: 1 of 10 tests fails', file: null }
const thought = (text: string): Action => ({ ...at, kind: 'thought', text, file: null })
const answer: Action = { ...at, path: null, kind: 'answer', text: 'Done.', file: null }

test.each<[string, readonly (Action | null)[]]>([
  ['Both edited a.js, in different ways.', [edit('a.js'), edit('a.js')]],
  ['A edited a.js; B edited b.js.', [edit('a.js'), edit('b.js')]],
  ['Only B ran npm test: 1 of 10 tests fails.', [null, ran]],
  ['Only A, C, and D ran npm test: 1 of 10 tests fails.', [ran, null, ran, ran]],
  ['A edited a.js; B gave another answer.', [edit('a.js'), answer]],
  [
    'A wrote in plan: “I ran npm test”; B wrote: “Look first”.',
    [thought('plan: I ran `npm test`.'), thought('wrote: **Look** first:')],
  ],
  ['A submitted a plan; B edited b.js.', [thought('submitted a plan'), edit('b.js')]],
])('%s', (text, deeds) => {
  expect(differenceText((['A', 'B', 'C', 'D'] as const).slice(0, deeds.length), deeds)).toBe(text)
})

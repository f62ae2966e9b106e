import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastLines, plainTerminalText, terminalParts } from '../../../src-renderer/parts/chat/cards/terminal-text.ts'
import { chatRows, followedTurns, indexOfKey, rowAt } from '../../../src-renderer/parts/chat/rows/chat-rows.ts'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { draftSubject, subjectOf } from '../../../src-shared/run/tool-subject.ts'

// T27: output is data; nothing in it may act on what shows it.

const escapes = [
  '\u001b[31m',
  '\u001b[0m',
  '\u001b[2J',
  '\u001b[?1049h',
  '\u001b[10;10H',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example\u001b\\',
  '\u001b]52;c;c2VjcmV0\u0007',
  '\u001bP+q544e\u001b\\',
  '\u001b_apc\u001b\\',
  '\u009b31m',
  '\u009d0;t\u009c',
  '\u001bc',
  '\u001b(0',
  '\u0007',
  '\u0008',
  '\u001b[',
  '\u001b]52;c;',
  '\u001b',
  '\r',
]

test('no escape sequence, whole or cut, leaves a control character in what is shown', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...escapes), fc.string({ maxLength: 8 })), { maxLength: 30 }),
      (all) => {
        const shown = terminalParts(all.join(''))
          .map((part) => part.text)
          .join('')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
      },
    ),
    { numRuns: 1000 },
  )
})

test('colours stay, titles, links and clipboard writes go, and a rewritten line is shown as it stood last', () => {
  expect(terminalParts('\u001b[1;31mbad\u001b[0m ok')).toEqual([
    { text: 'bad', colour: 1, bold: true, faint: false },
    { text: ' ok', colour: null, bold: false, faint: false },
  ])
  expect(plainTerminalText('\u001b]8;;https://evil.example\u0007text\u001b]8;;\u0007')).toBe('text')
  expect(plainTerminalText('10 %\r50 %\r100 %\r\ndone')).toBe('100 %\ndone')
  expect(terminalParts('\u001b[38;5;196mx\u001b[48;2;1;2;3my')).toMatchObject([{ colour: null }, { colour: null }])
})

test('of a long output the end is shown, and how much stands before it', () => {
  const output = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n')
  expect(lastLines(output, 10, 100_000)).toEqual({ text: output.split('\n').slice(-10).join('\n'), hidden: 990 })
  expect(lastLines('a\nb\n', 10, 100)).toEqual({ text: 'a\nb', hidden: 0 })
})

test('a card names what a call works on, hidden characters made visible', () => {
  expect(subjectOf({ arguments: '{"path":"src/total.js","old":"a"}' })).toBe('src/total.js')
  expect(subjectOf({ arguments: '{"command":"npm test\\n\\u202e"}' })).toBe('npm test ⟨U+202E⟩')
  expect(subjectOf({ arguments: '{"pa' })).toBe('')
  expect(draftSubject('{"path":"src/to')).toBe('src/to')
})

const run = (id: string): Run => ({
  id,
  turnId: 't',
  conversationId: 'c',
  projectId: 'p',
  strategy: { name: 'chat', options: {} },
  roles: {},
  mode: 'act',
  approval: 'ask',
  status: 'completed',
  startedAt: 0,
  endedAt: 0,
  durationMs: 0,
  totals: noTotals,
  text: 'answer',
  failure: null,
  before: null,
  after: null,
  changes: null,
})
const turn: Turn = { id: 't', conversationId: 'c', parentId: null, message: 'Hi', createdAt: 0, runs: [] }

test('a turn is its message, the rows of its run, and the run’s end; before the log is here its answer', () => {
  const block = (path: string) => ({ kind: 'block', path, depth: 0, look: 'card' }) as const
  const rows = chatRows([
    { turn, run: run('a'), rows: [block('0'), block('1')], earlier: false },
    { turn, run: run('b'), rows: null, earlier: true },
    { turn, run: null, rows: null, earlier: false },
  ])
  const all = Array.from({ length: rows.count }, (_, index) => rowAt(rows, index) ?? []).flat()
  expect(all.map((row) => row.kind)).toEqual([
    'message',
    'run',
    'run',
    'ending',
    'message',
    'earlier',
    'brief',
    'ending',
    'message',
  ])
  expect(all.map((row) => row.kind === 'run' && row.close)).toContain(true)
  for (const [index, row] of all.slice(0, -1).entries())
    expect(indexOfKey(rows, row.key)).toBe(index % 4 === 0 ? 0 : index)
})

test('of a long branch only the runs near the screen and the last are read', () => {
  expect(followedTurns(5, 0, 1)).toEqual([0, 1, 2, 3, 4])
  expect(followedTurns(100, 50, 51)).toEqual([47, 48, 49, 50, 51, 52, 53, 54, 99])
  expect(followedTurns(100, 98, 99)).toEqual([95, 96, 97, 98, 99])
})

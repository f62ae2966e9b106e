import { expect, it } from 'vitest'
import { readArguments } from '../../src-main/shell-command/arguments/read-arguments.ts'
import { pauseText, promptAtPause, readTyped } from '../../src-main/shell-command/pause-prompt.ts'
import { noLimits } from '../../src-shared/model/tool.ts'
import type { EditedRequest, PausedContent, PausedStep } from '../../src-shared/run/debug/pause-events.ts'

const content: PausedContent = { kind: 'call', tool: 'write_file', arguments: '{}', limits: noLimits }
const paused: PausedStep = {
  reason: { kind: 'breakpoint', at: { on: 'tool', name: 'write_file' } },
  step: {
    type: 'tool-start',
    effect: 'edit',
    call: { id: 'c', tool: 'write_file', arguments: '{"path":"a.ts"}', complete: true },
  },
  content,
  source: { file: 'mine.ts', line: 7, text: '  yield* runTool(call)' },
  around: [
    { path: '1', name: 'build' },
    { path: '1.2', name: 'reviewer' },
  ],
  problemWith: async (edit) => (edit.kind === 'call' && edit.arguments.includes('bad') ? 'That is bad.' : null),
}

const anyRequest: EditedRequest = {
  role: 'engineer',
  messages: [{ role: 'user', text: 'Go' }],
  tools: ['shell'],
  toolChoice: 'auto',
  stop: [],
  stopAfterCalls: 0,
  temperature: null,
}

async function typing(...lines: readonly string[]) {
  return typingIn(null, lines)
}

async function typingIn(from: string | null, lines: readonly (string | null)[], hasOthers = false) {
  const [asked, said]: [string[], string[]] = [[], []]
  const ask = async (question: string) => {
    asked.push(question)
    return lines[asked.length - 1] === undefined ? 'q' : (lines[asked.length - 1] ?? null)
  }
  const prompt = { ask, say: (text: string) => void said.push(text), from, hasOthers: () => hasOthers }
  return { answer: await promptAtPause(paused, prompt), asked, said }
}

it('a pause shows the step, why, and the line that asked for it', async () => {
  const { answer, asked } = await typing('s')
  expect(answer).toEqual({ action: { kind: 'step' }, edit: null })
  expect(asked[0]).toMatch(
    /^Paused before write_file a\.ts \(Breakpoint tool:write_file\)\.\n {2}mine\.ts:7 {2}yield\* runTool/,
  )
})

it('a pause whose line is not known says why', async () => {
  const said = pauseText({ ...paused, source: { unknown: 'Stratagem itself asks for this step.' } }, null)
  expect(said).toContain('\n  Stratagem itself asks for this step.\n')
})

it('a lane says which it is, and waits for another if the person wants to see that first, with its edit', async () => {
  const { answer, asked } = await typingIn('Lane B', ['e {"path":"b.ts"}', 'n'], true)
  expect(asked[0]).toMatch(/^Lane B is paused before write_file a\.ts.*\[n\]ext lane/s)
  expect(answer).toMatchObject({ later: { kind: 'call', arguments: '{"path":"b.ts"}' } })
  expect((await typingIn('Lane B', ['n', 'c'])).said).toEqual(['No other lane waits for you.'])
  expect((await typing('c')).asked[0]).not.toContain('lane')
})

it('at the end of the input, or if the run was stopped, nothing is asked again', async () => {
  expect(await typingIn(null, [null])).toMatchObject({ answer: 'leave', said: [] })
})

it('an edit that does not fit says why, and one that fits goes with the decision', async () => {
  const { answer, said } = await typing('e {"path":"bad"}', 'e nonsense', 'e {"path":"b.ts"}', 'o')
  expect(said).toEqual(['That is bad.', expect.stringContaining('one JSON object'), expect.stringContaining('Edited.')])
  expect(answer).toEqual({
    action: { kind: 'step-over' },
    edit: { kind: 'call', arguments: '{"path":"b.ts"}', limits: noLimits },
  })
})

it.each([
  ['c', { kind: 'decided', action: { kind: 'continue' } }],
  ['r step:run-tool', { kind: 'decided', action: { kind: 'run-to', at: { on: 'step', kind: 'run-tool' } } }],
  ['r to phase:review', { kind: 'decided', action: { kind: 'run-to', at: { on: 'phase', name: 'review' } } }],
  ['r nowhere', { kind: 'problem', text: expect.stringContaining('is not a breakpoint') }],
  ['r model', { kind: 'decided', action: { kind: 'run-to', at: { on: 'step', kind: 'call-model' } } }],
  ['r to the next tool', { kind: 'decided', action: { kind: 'run-to', at: { on: 'step', kind: 'run-tool' } } }],
  ['run check', { kind: 'decided', action: { kind: 'run-to', at: { on: 'step', kind: 'check' } } }],
  ['r phase', { kind: 'decided', action: { kind: 'run-to', at: { on: 'phase', name: '*' } } }],
  ['r end', { kind: 'decided', action: { kind: 'step-over' } }],
  ['r end:build', { kind: 'decided', action: { kind: 'step-over', group: '1' } }],
  ['r end:test', { kind: 'problem', text: expect.stringContaining('It is in: build, reviewer') }],
  ['h', { kind: 'help' }],
  ['a It is fine.', { kind: 'edit', edit: { kind: 'answer', answer: { text: 'It is fine.', calls: [] } } }],
  ['p', { kind: 'print' }],
  ['q', { kind: 'stop' }],
  ['what?', { kind: 'problem', text: expect.stringContaining('Type one of') }],
])('%s', (line, typed) => {
  expect(readTyped(line, content, paused.around)).toEqual(typed)
})

it('a request is edited field by field', () => {
  const request = anyRequest
  const typed = readTyped('e {"temperature": 0.5}', { kind: 'request', request, offered: ['shell'] })
  expect(typed).toEqual({ kind: 'edit', edit: { kind: 'request', request: { ...request, temperature: 0.5 } } })
  const wrong = readTyped('e {"messages": []}', { kind: 'request', request, offered: [] })
  expect(wrong).toMatchObject({ kind: 'problem', text: expect.stringContaining('messages') })
})

it('an answer of a model may hold tool calls', () => {
  const request: PausedContent = { kind: 'request', request: anyRequest, offered: [] }
  const calls = [{ tool: 'write_file', arguments: { path: 'a' } }]
  expect(readTyped(`a ${JSON.stringify({ text: 'So.', calls })}`, request)).toEqual({
    kind: 'edit',
    edit: {
      kind: 'answer',
      answer: { text: 'So.', calls: [{ tool: 'write_file', arguments: '{"path":"a"}' }] },
    },
  })
  expect(readTyped('a {"calls": 1}', request)).toMatchObject({ kind: 'problem' })
  expect(readTyped('a {"ok": true}', request)).toMatchObject({
    kind: 'edit',
    edit: { answer: { text: '{"ok": true}' } },
  })
})

it('--break is read, and refused with a sentence', () => {
  expect(readArguments(['run', '--break', 'tool:edit_file', '--break', 'cost>0.5', 'go'], '/')).toMatchObject({
    breakpoints: [
      { on: 'tool', name: 'edit_file' },
      { on: 'cost', above: 0.5 },
    ],
  })
  expect(readArguments(['resume', 'run_1', '--break', 'step:check'], '/')).toMatchObject({
    breakpoints: [{ on: 'step', kind: 'check' }],
  })
  expect(() => readArguments(['run', '--break', 'edit_file', 'go'], '/')).toThrow(
    '--break: "edit_file" is not a breakpoint',
  )
})

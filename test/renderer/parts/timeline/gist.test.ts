import { expect, test } from 'vitest'
import { firstWords, gistOf, outcomeOf, phaseOutcome } from '../../../../src-renderer/parts/timeline/model/gist.ts'
import { presentKinds, spansOfKind } from '../../../../src-renderer/parts/timeline/model/legend-kinds.ts'
import { clearStretch } from '../../../../src-renderer/parts/timeline/paint/paint-breaks.ts'
import { realScale } from '../../../../src-renderer/parts/timeline/scale/scale.ts'
import type { ToolCall } from '../../../../src-shared/model/message.ts'
import type { ToolBody } from '../../../../src-shared/model/tool.ts'
import type { EventBody } from '../../../../src-shared/run/event.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { modelStart, phaseEnd, phaseStart, runOf, toolEnd, toolStart } from '../../../kit/fake-host/timeline-scene.ts'

const call = (tool: string, args: object): ToolCall => ({
  id: tool,
  tool,
  arguments: JSON.stringify(args),
  complete: true,
})

function replied(path: string, text: string, toolCalls: readonly ToolCall[]): EventBody {
  const usage = { input: 1, cachedInput: 0, output: 1, reasoning: 0, estimated: false }
  const message = { role: 'assistant' as const, text, reasoning: '', toolCalls }
  const value = { message, finish: 'stop' as const, usage, model: 'm', budget: 'within' as const }
  return { type: 'model-end', path, outcome: { ok: true, value }, firstTokenMs: 1, durationMs: 1, cost: 0 }
}
const ended = (path: string, body: ToolBody): EventBody => {
  const value = { callId: path, tool: 't', ok: true, text: '', summary: '', durationMs: 1, data: null }
  return { type: 'tool-end', path, outcome: { ok: true, value }, body, durationMs: 1 }
}
const ran = (output: string, exitCode: number): ToolBody => ({ kind: 'command', command: 'npm test', output, exitCode })
const gist = (view: RunView) => view.spans.map(gistOf).at(-1)
const outcomesOf = (view: RunView) => view.spans.flatMap((span) => outcomeOf(span, view)?.text ?? [])

test('a model call says which tool it asked for, or the first words of its answer', () => {
  const says = (text: string, calls: readonly ToolCall[] = []) =>
    gist(runOf([0, modelStart('0')], [1, replied('0', text, calls)]))
  const read = call('read_file', { path: 'src/shop/cart.js' })
  expect(says('I look first.', [read])).toBe('→ read_file cart.js')
  expect(says('', [read, call('list_directory', {})])).toBe('→ read_file cart.js +1')
  expect(says('## **The total** is rounded `twice`.\nMore.')).toBe('The total is rounded twice.')
  expect(gist(runOf([0, modelStart('0')]))).toBe('planner')
  expect(firstWords('\n---\n- first point')).toBe('first point')
})

test('a tool call says what came of it: lines, tests, or how the command ended', () => {
  const patch = { kind: 'diff', path: 'a.js', patch: '', added: 3, removed: 1 } as const
  const result = (body: ToolBody) => outcomesOf(runOf([0, toolStart('0', 'command')], [1, ended('0', body)]))
  expect(result(patch)).toEqual(['+3 −1'])
  expect(result(ran('===== 1 failed, 13 passed in 0.12s =====', 1))).toEqual(['✕ 1 of 14'])
  expect(result(ran('===== 14 passed in 0.12s =====', 0))).toEqual(['✓ 14 pass'])
  expect(result(ran('done', 0))).toEqual(['✓'])
  expect(result(ran('===== 14 passed in 0.12s =====', 2))).toEqual(['✕ exit 2'])
  expect(outcomesOf(runOf([0, toolStart('0')], [1, toolEnd('0')]))).toEqual([])
})

test('a phase carries its last judgement or command, else the lines it changed; only once it has ended', () => {
  const edit = { kind: 'diff', path: 'a.js', patch: '', added: 2, removed: 1 } as const
  const edits = [
    [0, phaseStart('0', 'execute')],
    [0, toolStart('0.0', 'edit')],
    [1, ended('0.0', edit)],
    [2, toolStart('0.1', 'edit')],
    [3, ended('0.1', edit)],
  ] as const
  expect(phaseOutcome(runOf(...edits), 0)).toBeNull()
  expect(phaseOutcome(runOf(...edits, [4, phaseEnd('0')]), 0)).toEqual({ text: '+4 −2', tone: 'plain' })
  const tested = runOf(...edits, [4, toolStart('0.2', 'command')], [5, ended('0.2', ran('ok', 1))], [6, phaseEnd('0')])
  expect(phaseOutcome(tested, 0)).toEqual({ text: '✕ exit 1', tone: 'bad' })
})

test('a legend names the kinds that are there, and finds the spans of one', () => {
  const run = runOf(
    [0, modelStart('0')],
    [1, replied('0', 'Done.', [])],
    [2, toolStart('1', 'edit')],
    [3, toolEnd('1')],
    [3, toolStart('2')],
    [4, toolEnd('2')],
    [
      5,
      { type: 'tool-start', path: '3', print: '3', again: false, call: call('mcp__sums__add', {}), effect: 'command' },
    ],
    [6, toolEnd('3')],
  )
  // Nothing here knows what a server's tool does.
  expect([...presentKinds([run])]).toEqual(['wait', 'model', 'edit', 'read', 'server'])
  expect(spansOfKind(run, 'edit')).toEqual([1])
})

test('text on a bar keeps clear of tears: where it first has room, else where there is most', () => {
  const tear = (from: number, to: number) => ({ from, to, startMs: from, lastedMs: 9000 })
  const scene = {
    scale: { ...realScale, breaks: [tear(30, 50), tear(300, 320)] },
    viewport: { from: 0, to: 1000 },
    width: 1000,
  }
  expect(clearStretch(scene, 0, 1000, 90)).toEqual({ from: 52, to: 298 })
  expect(clearStretch(scene, 10, 100, 90)).toEqual({ from: 52, to: 100 })
  expect(clearStretch(scene, 400, 500, 90)).toEqual({ from: 400, to: 500 })
})

import { expect, test } from 'vitest'
import { answerPath } from '../../../../src-renderer/parts/chat/folds/answer-path.ts'
import { foldRows, foldsOver } from '../../../../src-renderer/parts/chat/folds/fold-rows.ts'
import { chatRows, indexOfSpan } from '../../../../src-renderer/parts/chat/rows/chat-rows.ts'
import { layoutRun } from '../../../../src-renderer/parts/chat/rows/run-layout.ts'
import { activityKey, phaseKey } from '../../../../src-renderer/stores/session/fold-store.ts'
import type { EventBody } from '../../../../src-shared/run/event.ts'
import { promptEnd, promptStart, updateEnd, updateStart } from '../../../kit/run/agent-events.ts'
import {
  modelEnd,
  modelStart,
  phaseEnd,
  phaseStart,
  runEnd,
  toolEnd,
  toolStart,
  viewOf,
} from '../../../kit/run/events.ts'
import { run, turn } from '../../../kit/window/scrolled-list.ts'

const events: readonly EventBody[] = [
  modelStart('0'),
  modelEnd('0', 'I look first.'),
  toolStart('1', 'read_file', { path: 'src/a.js' }),
  toolEnd('1'),
  toolStart('2', 'read_file', { path: 'src/b.js' }),
  toolEnd('2'),
  phaseStart('3', 'execute'),
  toolStart('3.0', 'edit_file', { path: 'src/a.js' }, 'edit'),
  toolEnd('3.0'),
  modelStart('3.1'),
  modelEnd('3.1', 'Step done.'),
  phaseEnd('3'),
  modelStart('4'),
  modelEnd('4', 'All done.'),
  runEnd('All done.'),
]
const view = viewOf(events)
const fold = (open: { readonly [key: string]: boolean } = {}) =>
  foldRows(layoutRun(view), view, { runId: 'r', open, answer: answerPath(view) })
const shown = (open?: { readonly [key: string]: boolean }) => fold(open).map((row) => `${row.kind} ${row.path}`)

test('a run that is over shows a line a phase, one for calls that stand together, and the answer at its end alone', () => {
  expect(answerPath(view)).toBe('4')
  expect(shown()).toEqual(['block 0', 'activity 1', 'phase-line 3'])
})

test('what is opened shows what it holds', () => {
  expect(shown({ [phaseKey('r', '3')]: true })).toEqual([
    'block 0',
    'activity 1',
    'phase-line 3',
    'activity 3.0',
    'block 3.1',
  ])
  expect(shown({ [activityKey('r', '1')]: true })).toEqual([
    'block 0',
    'activity 1',
    'block 1',
    'block 2',
    'phase-line 3',
  ])
})

test('what is folded is found: its folds are named, and once they are open it has a row', () => {
  const rowsWith = (open: { readonly [key: string]: boolean }) =>
    chatRows([{ turn, run: { ...run, id: 'r' }, rows: fold(open), answer: '4', earlier: false }])
  let open = {}
  for (const path of ['2', '3.0']) {
    expect(indexOfSpan(rowsWith(open), 'r', path)).toBe(-1)
    for (let looks = 0; looks < 3 && indexOfSpan(rowsWith(open), 'r', path) === -1; looks++) {
      for (const key of foldsOver(fold(open), view, 'r', path)) open = { ...open, [key]: true }
    }
    expect(indexOfSpan(rowsWith(open), 'r', path)).toBeGreaterThan(0)
  }
  // The answer is the card at the end.
  const rows = rowsWith(open)
  expect(indexOfSpan(rows, 'r', '4')).toBe(rows.count - 1)
})

test('10,000 calls are folded without a look at each other', () => {
  const many = Array.from({ length: 10_000 }, (_, at): EventBody[] => [
    toolStart(`${at}`, 'read_file', {}),
    toolEnd(`${at}`),
  ])
  const long = viewOf([...many.flat(), runEnd('')])
  const rows = foldRows(layoutRun(long), long, { runId: 'r', open: {}, answer: null })
  expect(rows).toMatchObject([{ kind: 'activity', path: '0' }])
})

test('while a run goes on, phases and long stretches that are over fold, and what is active stays open', () => {
  const reads = (from: number, count: number) =>
    Array.from({ length: count }, (_, at): EventBody[] => [
      toolStart(`${from + at}`, 'read_file', { path: `${at}` }),
      toolEnd(`${from + at}`),
    ]).flat()
  const going = viewOf([
    phaseStart('0', 'plan'),
    toolStart('0.0', 'read_file', {}),
    toolEnd('0.0'),
    phaseEnd('0'),
    ...reads(1, 300),
    toolStart('301', 'read_file', {}),
  ])
  const live = (upTo: number) =>
    foldRows(layoutRun(going), going, { runId: 'r', open: {}, answer: null, upTo }).map(
      ({ kind, path }) => `${kind} ${path}`,
    )
  expect(live(going.lastMs).filter((row) => !row.startsWith('rule'))).toEqual([
    'phase-line 0',
    'activity 1',
    'block 300',
    'block 301',
  ])
  // Who reads further up keeps what was there.
  expect(live(0)).toHaveLength(layoutRun(going).length)
})

test('the last message of another agent is the answer, and is not shown twice', () => {
  const ended = viewOf([
    promptStart('0'),
    updateStart('0.agent.0', { kind: 'message' }),
    updateEnd('0.agent.0', 'I look first.'),
    updateStart('0.agent.1', { kind: 'message' }),
    updateEnd('0.agent.1', 'All done.'),
    promptEnd('0'),
    runEnd('All done.'),
  ])
  const answer = answerPath(ended)
  expect(answer).toBe('0.agent.1')
  const rows = foldRows(layoutRun(ended), ended, { runId: 'r', open: {}, answer })
  expect(rows.map(({ path }) => path)).toEqual(['0', '0.agent.0'])
})

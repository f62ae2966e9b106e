import { expect, test } from 'vitest'
import { noTotals, type StoredEvent } from '../../src-shared/run/event.ts'
import { totalsOf } from '../../src-shared/run/totals.ts'

const answer = (ms: number, waitedMs: number, seq = ms): StoredEvent => ({
  type: 'approval-answer',
  path: `${seq}`,
  answer: { decision: 'allow', by: 'user', note: '' },
  waitedMs,
  seq,
  at: ms,
  ms,
})
const waitingMs = (...events: StoredEvent[]) => totalsOf(events).waitingMs

test('what is waited for at the same time counts once, whichever began first', () => {
  expect(waitingMs(answer(10, 10), answer(30, 10))).toBe(20)
  expect(waitingMs(answer(10, 10), answer(20, 15))).toBe(20)
  expect(waitingMs(answer(10, 2), answer(15, 3), answer(20, 20))).toBe(20)
  expect(waitingMs(answer(10, 2), answer(20, 20), answer(25, 20))).toBe(25)
})

test('a question within a tool’s wait, and one that was never answered, count as waits too', () => {
  const approval: StoredEvent = {
    type: 'step-end',
    path: '0.ask',
    step: 'ask-user',
    outcome: { ok: true, value: 'yes' },
    durationMs: 5,
    seq: 1,
    at: 8,
    ms: 8,
  }
  expect(waitingMs(approval, answer(10, 10))).toBe(10)
})

test('a run without waits has nothing to remember of them', () => {
  expect(totalsOf([answer(10, 0)])).toEqual(noTotals)
})

import { expect, test } from 'vitest'
import { badgeCount, looked, noAttention, withRun } from '../../src-shared/run/attention.ts'

const waiting = { id: 'a', status: 'waiting' } as const
const running = { id: 'a', status: 'running' } as const
const failed = { id: 'b', status: 'failed' } as const

test('a run that waits counts until it goes on, whether or not somebody looks', () => {
  const waitingRun = withRun(noAttention, waiting, true, true)
  expect(badgeCount(waitingRun, 'all')).toBe(1)
  expect(badgeCount(withRun(waitingRun, waiting, true, true), 'all')).toBe(1)
  expect(badgeCount(looked(waitingRun), 'waiting')).toBe(1)
  expect(badgeCount(withRun(waitingRun, running, true, true), 'all')).toBe(0)
})

test('a run that fails counts if nobody looks, until somebody does', () => {
  const unseen = withRun(noAttention, failed, true, false)
  expect(badgeCount(unseen, 'all')).toBe(1)
  expect(badgeCount(unseen, 'waiting')).toBe(0)
  expect(badgeCount(looked(unseen), 'all')).toBe(0)
  expect(badgeCount(withRun(noAttention, failed, true, true), 'all')).toBe(0)
  // The record of a run that failed earlier, such as one that is renamed or judged now.
  expect(badgeCount(withRun(noAttention, failed, false, false), 'all')).toBe(0)
})

test('nothing is counted if notifications are off', () => {
  expect(badgeCount(withRun(noAttention, waiting, true, false), 'off')).toBe(0)
})

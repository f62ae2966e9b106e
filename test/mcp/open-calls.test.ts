import { afterEach, expect, test, vi } from 'vitest'
import { callLimits, openCalls } from '../../src-main/mcp/open-calls.ts'
import type { ServerRequests } from '../../src-main/mcp/server-requests.ts'

afterEach(() => vi.useRealTimers())

const answering = (word: string): ServerRequests => ({
  form: async () => ({ action: 'accept', content: { word } }),
  model: async () => null,
  completed: () => undefined,
})

test('a request is for the latest call of one run; with calls of several runs, for none', async () => {
  const calls = openCalls()
  expect(calls.asked()).toBeNull()
  const limits = callLimits()
  const closeFirst = calls.open('a', limits, answering('first'))
  calls.open('a', limits, answering('second'))
  expect(await calls.asked()?.form({})).toMatchObject({ content: { word: 'second' } })
  const closeOther = calls.open('b', limits, answering('other'))
  expect(calls.asked()).toBeNull()
  closeOther()
  closeFirst()
  expect(await calls.asked()?.form({})).toMatchObject({ content: { word: 'second' } })
  limits.end()
})

test('a call asks a limited number of times', async () => {
  const calls = openCalls()
  const limits = callLimits()
  calls.open('a', limits, answering('yes'))
  const latest = calls.asked()
  if (latest === null) throw new Error('no call')
  const answers = await Promise.all(Array.from({ length: 12 }, () => latest.form({})))
  expect(answers.map((each) => each.action)).toEqual([...Array(10).fill('accept'), 'cancel', 'cancel'])
  limits.end()
})

test('a call ends without progress, and in all after a while; waiting for the user takes no time', async () => {
  vi.useFakeTimers()
  const limits = callLimits(100, 250)
  await vi.advanceTimersByTimeAsync(90)
  limits.progressed()
  let answer = () => {}
  const asked = limits.pausing(() => new Promise<void>((resolve) => (answer = resolve)))
  await vi.advanceTimersByTimeAsync(1_000_000)
  answer()
  await asked
  await vi.advanceTimersByTimeAsync(90)
  expect(limits.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  expect(limits.signal.aborted).toBe(true)
})

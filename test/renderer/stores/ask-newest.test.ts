import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askNewest } from '../../../src-renderer/stores/server-cache/ask-newest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A host that answers when it is told to. */
function slowHost() {
  const requested: string[] = []
  const received: string[] = []
  const open: { resolve: (answer: string) => void; reject: (reason: Error) => void }[] = []
  const newest = askNewest(
    (question: string) => {
      requested.push(question)
      return new Promise<string>((resolve, reject) => open.push({ resolve, reject }))
    },
    1000,
    (question, answer) => received.push(`${question}: ${answer}`),
  )
  return {
    requested,
    received,
    newest,
    answer: async (answer: string) => {
      open.shift()?.resolve(answer)
      await vi.advanceTimersByTimeAsync(0)
    },
    fail: async () => {
      open.shift()?.reject(new Error('gone'))
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('of what came while a question was open only the newest is asked, and never sooner than the pause allows', async () => {
  const { requested, received, newest, answer } = slowHost()
  newest.want('1')
  newest.want('2')
  newest.want('3')
  expect(requested).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(400)
  await answer('one')
  expect(received).toEqual(['1: one'])
  await vi.advanceTimersByTimeAsync(599)
  expect(requested).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(requested).toEqual(['1', '3'])
})

test('a slow answer is not overtaken: the next question waits for it', async () => {
  const { requested, received, newest, answer } = slowHost()
  newest.want('1')
  newest.want('2')
  await vi.advanceTimersByTimeAsync(5000)
  expect(requested).toEqual(['1'])
  await answer('one')
  expect(requested).toEqual(['1', '2'])
  await answer('two')
  expect(received).toEqual(['1: one', '2: two'])
})

test('a question that fails holds up none after it, and once stopped nothing is asked or told', async () => {
  const { requested, received, newest, answer, fail } = slowHost()
  newest.want('1')
  await fail()
  await vi.advanceTimersByTimeAsync(1000)
  newest.want('2')
  expect(requested).toEqual(['1', '2'])
  newest.want('3')
  newest.stop()
  await answer('two')
  await vi.advanceTimersByTimeAsync(2000)
  expect(requested).toEqual(['1', '2'])
  expect(received).toEqual([])
})

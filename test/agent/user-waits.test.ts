import { expect, test } from 'vitest'
import { userWaits } from '../../src-main/agent/performers/user-waits.ts'

function world() {
  let at = 0
  const waits = userWaits({ now: () => 0, elapsed: () => at })
  const pass = (ms: number) => {
    at += ms
  }
  const answered = (ms: number) => async () => pass(ms)
  return { waits, pass, answered }
}

test('what was answered is waited; what lies between is not', async () => {
  const { waits, pass, answered } = world()
  pass(10)
  await waits.during('approval', answered(4000))
  pass(500)
  await waits.during('question', answered(1000))
  pass(70)
  expect(waits.durations()).toEqual({ waitedMs: 5000 })
})

test('of what is open when the end is told, only an approval is told by nothing else', async () => {
  const approval = world()
  void approval.waits.during('approval', () => new Promise(() => {}))
  approval.pass(60_000)
  expect(approval.waits.durations()).toEqual({ waitedMs: 60_000, unansweredMs: 60_000 })
  const question = world()
  void question.waits.during('question', () => new Promise(() => {}))
  question.pass(60_000)
  expect(question.waits.durations()).toEqual({ waitedMs: 60_000 })
})

test('an approval that was broken off is waited as far as it got', async () => {
  const { waits, pass } = world()
  const broken = waits.during('approval', async () => {
    pass(300)
    throw new Error('the run was stopped')
  })
  await expect(broken).rejects.toThrow('stopped')
  pass(40)
  expect(waits.durations()).toEqual({ waitedMs: 300, unansweredMs: 300 })
})

test('where nobody was asked nothing is told', () => {
  expect(world().waits.durations()).toEqual({})
})

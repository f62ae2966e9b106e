import { expect, test } from 'vitest'
import { joined } from '../../../src-main/host/base/joined.ts'

test('work that is asked for while it is under way is done once more after it, and the latest of it', async () => {
  const ask = joined()
  const done: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    done.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  ask('server', work('first'))
  for (let at = 0; at < 1000; at++) ask('server', work(`later ${at}`))
  ask('other', work('of another'))
  expect(done).toEqual(['first', 'of another'])
  ends[0]?.()
  await expect.poll(() => done).toEqual(['first', 'of another', 'later 999'])
  ends[2]?.()
  await expect
    .poll(() => {
      if (done.length === 3) ask('server', work('afterwards'))
      return done.at(-1)
    })
    .toBe('afterwards')
})

test('work that fails keeps nothing from being done', async () => {
  const ask = joined()
  let done = 0
  ask('server', () => Promise.reject(new Error('gone')))
  ask('server', async () => {
    done += 1
  })
  await expect.poll(() => done).toBe(1)
})

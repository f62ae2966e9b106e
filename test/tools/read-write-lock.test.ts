import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReadWriteLock, type LockKind } from '../../src-main/tools/read-write-lock.ts'
import { allowed, toolBench } from './tool-kit.ts'

const never = new AbortController().signal

test('readers share a turn, editors of different files too, a writer has it alone, and all come in their order', async () => {
  const edits = ['a', 'b', 'c'].map((file) => ({ edits: file }))
  const kinds = fc.array(fc.constantFrom<LockKind>('read', 'write', ...edits), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), kinds, async (scheduler, wanted) => {
      const turns = createReadWriteLock()
      const started: number[] = []
      let readers = 0
      let writers = 0
      const edited = new Set<string>()
      const work = wanted.map(async (kind, index) => {
        const giveBack = await turns.take(kind, never)
        started.push(index)
        if (kind === 'read') readers += 1
        else if (kind === 'write') writers += 1
        else {
          expect(edited.has(kind.edits)).toBe(false)
          edited.add(kind.edits)
        }
        // Readers together, or editors of different files, or one writer.
        expect([readers, edited.size, writers].filter((count) => count > 0)).toHaveLength(1)
        expect(writers).toBeLessThanOrEqual(1)
        await scheduler.schedule(Promise.resolve())
        if (kind === 'read') readers -= 1
        else if (kind === 'write') writers -= 1
        else edited.delete(kind.edits)
        giveBack?.()
      })
      await scheduler.waitFor(Promise.all(work))
      expect(started).toEqual(wanted.map((_, index) => index))
    }),
  )
})

test('who is stopped while waiting steps out of the line', async () => {
  const turns = createReadWriteLock()
  const stop = new AbortController()
  const first = await turns.take('write', never)
  const second = turns.take('write', stop.signal)
  const third = turns.take('read', never)
  stop.abort()
  expect(await second).toBeNull()
  first?.()
  first?.()
  expect(await third).not.toBeNull()
  expect(await turns.take('write', stop.signal)).toBeNull()
})

test('an edit and a look at it in one answer happen in their order, the wait for the user included', async () => {
  const bench = await toolBench(
    { 'a.txt': 'old' },
    {
      approval: 'ask',
      answer: async () => {
        for (let i = 0; i < 20; i++) await new Promise(setImmediate)
        return { decision: 'allow', by: 'user', note: '' }
      },
    },
  )
  const [edit, read] = await Promise.all([
    bench.run('edit_file', { path: 'a.txt', old_text: 'old', new_text: 'new' }),
    bench.run('search_text', { pattern: '.*', path: 'a.txt' }),
  ])
  expect(edit.result.ok).toBe(true)
  expect(read.result.text).toBe('a.txt:1:new')
})

test("runs in one folder do not wait for each other's approvals, only for each other's effects", async () => {
  const turns = createReadWriteLock()
  let seen = () => {}
  const requested = new Promise<void>((resolve) => {
    seen = resolve
  })
  let decide = () => {}
  const decided = new Promise<void>((resolve) => {
    decide = resolve
  })
  const answer = async () => {
    seen()
    await decided
    return allowed
  }
  const one = await toolBench({ 'a.txt': 'x' }, { approval: 'ask', turns, answer })
  const two = await toolBench({ 'b.txt': 'x' }, { turns })
  const waiting = one.run('edit_file', { path: 'a.txt', old_text: 'x', new_text: 'y' })
  await requested
  expect((await two.run('edit_file', { path: 'b.txt', old_text: 'x', new_text: 'y' })).result.ok).toBe(true)
  decide()
  expect((await waiting).result.ok).toBe(true)
})

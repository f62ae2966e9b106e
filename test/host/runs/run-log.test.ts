import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openRunLog } from '../../../src-main/host/run-ports/run-log.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import { noTotals, type RunItem } from '../../../src-shared/run/event.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

const notice = (text: string) => ({ type: 'notice', path: '', level: 'info', text }) as const
const end = {
  type: 'run-end',
  status: 'completed',
  text: '',
  messages: [],
  meta: {},
  failure: null,
  totals: noTotals,
} as const

async function openLogs() {
  const store = openStore(join(await temporaryFolder(), 'test.db'))
  onTestFinished(() => store.close())
  const made: { now: number; elapsed: number } = { now: 1_000, elapsed: 50 }
  const shown: RunItem[] = []
  store.projects.save({ id: 'p', folder: '/p', name: 'p', openedAt: 0 })
  store.conversations.create({ id: 'c', projectId: 'p', title: 't', createdAt: 0 })
  store.turns.create({ id: 't', conversationId: 'c', parentId: null, message: 'm', createdAt: 0 })
  const strategy = { name: 'chat', options: {} }
  const row = {
    turnId: 't',
    conversationId: 'c',
    projectId: 'p',
    strategy,
    roles: {},
    mode: 'act',
    approval: 'ask',
  } as const
  const rest = {
    endedAt: null,
    durationMs: 0,
    totals: noTotals,
    text: '',
    failure: null,
    before: null,
    after: null,
    changes: null,
  }
  let runs = 0
  const newRun = () => {
    const id = `r${runs++}`
    store.runs.create({ id, ...row, ...rest, status: 'running', startedAt: 0 }, 'h')
    return id
  }
  const open = (runId: string) => {
    const log = openRunLog({
      store,
      runId,
      clock: { now: () => made.now, elapsed: () => made.elapsed },
      publish: (items) => shown.push(...items),
      committing: () => {},
    })
    onTestFinished(() => log.close())
    return log
  }
  return { store, clock: made, shown, open, newRun }
}

test('whatever the clocks do, seq has no gap and ms never goes back, over resumes too (T8)', async () => {
  const { store, clock, open, newRun } = await openLogs()
  const jump = fc.record({
    wall: fc.integer({ min: -86_400_000, max: 315_360_000_000 }),
    mono: fc.integer({ min: 0, max: 5000 }),
    reopen: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(jump, { minLength: 1, maxLength: 20 }), (jumps) => {
      const runId = newRun()
      let log = open(runId)
      for (const { wall, mono, reopen } of jumps) {
        clock.now += wall
        clock.elapsed += mono
        log.append(notice('x'))
        if (!reopen) continue
        log.close()
        // Another process: its monotonic clock starts anywhere.
        clock.elapsed = Math.floor(clock.elapsed / 3)
        log = open(runId)
      }
      log.close()
      const events = store.events.read(runId, -1)
      expect(events.map((event) => event.seq)).toEqual(jumps.map((_, index) => index))
      for (const [index, event] of events.entries()) expect(event.ms).toBeGreaterThanOrEqual(events[index - 1]?.ms ?? 0)
    }),
    { numRuns: 30 },
  )
})

test('nobody sees an event before it is in the store, nor live text before the events ahead of it', async () => {
  const { store, shown, open, newRun } = await openLogs()
  const runId = newRun()
  const log = open(runId)
  log.append(notice('one'))
  log.live({ type: 'tool-output', path: '1', text: 'out' })
  expect(shown).toEqual([])
  log.commit()
  expect(shown.map((item) => item.kind)).toEqual(['event', 'live'])
  expect(store.events.count(runId)).toBe(1)
})

test('what nobody commits is committed as soon as the loop turns', async () => {
  const { store, open, newRun } = await openLogs()
  const runId = newRun()
  open(runId).append(notice('left alone'))
  await Promise.resolve()
  expect(store.events.count(runId)).toBe(0)
  await new Promise((turn) => setImmediate(turn))
  expect(store.events.count(runId)).toBe(1)
})

test('a commit that nobody waited for and that failed is reported by the next append, and nothing is lost', async () => {
  const { store, shown, open, newRun } = await openLogs()
  const runId = newRun()
  const log = open(runId)
  const full = vi.spyOn(store, 'transaction').mockImplementation(() => {
    throw new Error('database or disk is full')
  })
  log.append(notice('one'))
  await new Promise((turn) => setImmediate(turn))
  expect(() => log.append(notice('two'))).toThrow('disk is full')
  expect(shown).toEqual([])
  full.mockRestore()
  log.append(notice('two'))
  log.commit()
  expect(store.events.read(runId, -1)).toMatchObject([{ text: 'one' }, { text: 'two' }])
})

test('text that came so far is kept for a late viewer, saved for a crash, and gone with the end of its step', async () => {
  const { store, clock, open, newRun } = await openLogs()
  const runId = newRun()
  const log = open(runId)
  const call = { id: 'a', tool: 'shell', arguments: '{}', complete: true }
  log.append({ type: 'tool-start', path: '0', print: 'p', again: false, call, effect: 'command' })
  log.commit()
  clock.elapsed += 30
  log.live({ type: 'tool-output', path: '0', text: 'half ' })
  log.live({ type: 'tool-output', path: '0', text: 'done' })
  expect(log.draftItems()).toMatchObject([{ kind: 'live', live: { type: 'draft', path: '0', output: 'half done' } }])
  await expect.poll(() => store.drafts.list(runId)).toMatchObject([{ path: '0', output: 'half done' }])
  const failure = { kind: 'tool-failed', message: 'm', advice: 'a' } as const
  log.append({ type: 'tool-end', path: '0', outcome: { ok: false, failure }, body: { kind: 'none' }, durationMs: 1 })
  log.commit()
  expect(log.draftItems()).toEqual([])
  expect(store.drafts.list(runId)).toEqual([])
})

test('the end is held back until it is released, and then comes last', async () => {
  const { store, open, newRun } = await openLogs()
  const runId = newRun()
  const log = open(runId)
  log.append(end)
  log.append(notice('after the end was said'))
  log.commit()
  log.releaseEnd()
  expect(store.events.read(runId, -1).map((event) => event.type)).toEqual(['notice', 'run-end'])
})

test('a sealed log keeps what was there and takes nothing more', async () => {
  const { store, open, newRun } = await openLogs()
  const runId = newRun()
  const log = open(runId)
  log.append(notice('before'))
  log.seal()
  expect(() => log.append(notice('after'))).toThrow(/closed/)
  expect(store.events.count(runId)).toBe(1)
})

test('an event that could not be written is told to whoever commits next, and is not lost (T4)', async () => {
  const { store, open, newRun } = await openLogs()
  const runId = newRun()
  const log = open(runId)
  const append = store.events.append
  const broken = {
    ...store.events,
    append: () => {
      throw new Error('disk full')
    },
  }
  Object.assign(store, { events: broken })
  log.append(notice('kept'))
  expect(() => log.commit()).toThrow('disk full')
  Object.assign(store, { events: { ...store.events, append } })
  log.commit()
  expect(store.events.count(runId)).toBe(1)
})

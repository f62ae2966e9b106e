import { describe, expect, it } from 'vitest'
import { meter } from '../../src-main/agent/budgets.ts'
import { forkedEvents } from '../../src-main/agent/fork/fork-log.ts'
import { readJournal } from '../../src-main/agent/journal.ts'
import type { LogPort } from '../../src-main/agent/ports.ts'
import { replayRun } from '../../src-main/agent/replay/replay.ts'
import { resumeRun } from '../../src-main/agent/run.ts'
import { unloggedPolls } from '../../src-main/agent/unlogged-polls.ts'
import { all, inbox, note, phase, type Routine, type Strategy } from '../../src-main/strategy/steps.ts'
import type { EventBody, StoredEvent } from '../../src-shared/run/event.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { allowingUser, configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { reply, unlimited } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const ended = (text: string) =>
  ({ status: 'completed', text, messages: [], calls: [], meta: {}, failure: null }) as const

/** A look whose answer the next step repeats, so that its fingerprint would show another answer. */
function* lookAndNote(purpose: string): Routine<readonly string[]> {
  const found = yield* inbox(purpose)
  yield* note('found', { found: [...found] })
  return found
}

/** Looks everywhere: one after another, in branches, in a phase, as the last step of a group, as the very last. */
const looking: Strategy = function* () {
  const first = yield* lookAndNote('first')
  yield* inbox('twice')
  const branches = yield* all([lookAndNote('left'), inbox('right, and nothing after it')])
  const last = yield* phase('p', inbox('nothing after it in its phase'))
  yield* note('came to', { all: [first, branches, last].flat(2) })
  return ended((yield* inbox('the very last')).join())
}

const storedLog = memoryLog()
/** A log that has the bodies of all logs of this file, which all have the same task. */
function logAfter(events: readonly StoredEvent[] = []) {
  const log = memoryLog({ events, bodies: storedLog.bodies })
  const putBody = (text: string) => {
    storedLog.putBody(text)
    return log.putBody(text)
  }
  return { ...log, appended: log.appended, putBody }
}

/** @param queue what waits at the looks that are made, one after another */
const portsWith = (log: LogPort, queue: string[][] = []) => {
  let waiting: readonly string[] = []
  const user = {
    ...allowingUser,
    hasQueued: () => {
      waiting = queue.shift() ?? []
      return waiting.length > 0
    },
    takeQueued: () => waiting,
  }
  return testPorts(
    log,
    scriptedModel(() => reply('x')),
    { user },
  )
}

async function lived(strategy: Strategy, queue: string[][] = [], past: readonly StoredEvent[] = []) {
  const log = logAfter(past)
  const ports = portsWith(log, queue)
  const what = configFor(strategy)
  const end = await (past.length === 0
    ? startTestRun(ports, what)
    : resumeRun(ports, what, new AbortController().signal))
  return { end, log, events: log.events() }
}

const inboxSteps = (events: readonly EventBody[] | readonly StoredEvent[]) =>
  events.flatMap((event) =>
    (event.type === 'step-start' || event.type === 'step-end') && event.path !== ''
      ? [`${event.type} ${event.path}`]
      : [],
  )

const replayed = (events: readonly StoredEvent[], strategy: Strategy) =>
  replayRun({ events, readBody: storedLog.readBody }, configFor(strategy))

describe('a look into the inbox', () => {
  it('that took nothing writes no events; one that took messages is written and made durable at once', async () => {
    const strategy: Strategy = function* () {
      yield* inbox('a')
      const found = yield* inbox('b')
      yield* inbox('c')
      return ended(found.join())
    }
    const log = memoryLog()
    const ports = portsWith(log, [[], ['also this'], []])
    const uncommitted: number[] = []
    const user = {
      ...ports.user,
      hasQueued: () => {
        uncommitted.push(log.appended.length - log.committed)
        return ports.user.hasQueued()
      },
    }
    const end = await startTestRun({ ...ports, user }, configFor(strategy))
    expect(end.text).toBe('also this')
    expect(inboxSteps(log.appended)).toEqual(['step-start 1', 'step-end 1'])
    expect(uncommitted).toEqual([0, 0, 0])
  })

  it('that took nothing is no longer made by a resumed run, if anything in the log came after it', async () => {
    const whole = (await lived(looking)).events
    for (let count = 1; count < whole.length; count++) {
      const { end, events } = await lived(
        looking,
        Array.from({ length: 9 }, () => ['late']),
        whole.slice(0, count),
      )
      expect(end.status).toBe('completed')
      expect((await replayed(events, looking)).divergence).toBeNull()
      const texts = events.map((event) => JSON.stringify({ ...event, seq: 0, ms: 0 }))
      expect(texts.slice(0, count)).toEqual(
        whole.slice(0, count).map((event) => JSON.stringify({ ...event, seq: 0, ms: 0 })),
      )
    }
  })

  it('is made by a resumed run, if nothing in the log came after it', async () => {
    const begun = (await lived(looking)).events.slice(0, 1)
    const { events } = await lived(looking, [['late']], begun)
    expect(inboxSteps(events)[0]).toBe('step-start 0')
  })

  it('counts as a step of the budget, also after a resume', async () => {
    const endless: Strategy = function* () {
      for (;;) {
        yield* inbox('a')
        yield* note('n', {})
      }
    }
    const budget = { ...unlimited, steps: 10 }
    const log = logAfter()
    const end = await startTestRun(portsWith(log), configFor(endless, { budget }))
    expect(end).toMatchObject({ status: 'failed', failure: { kind: 'budget-spent' }, totals: { steps: 5 } })
    const past = log.events().slice(0, 5)
    const again = logAfter(past)
    const second = await resumeRun(portsWith(again), configFor(endless, { budget }), new AbortController().signal)
    expect(second.totals.steps).toBe(5)
    expect(again.events().filter((event) => event.type === 'step-start')).toHaveLength(5)
  })

  it('without end is ended by the limit of events where there is none of steps, and its replay ends too', async () => {
    const count = meter({ ...unlimited, steps: null, wallMs: null, bytes: null }, [], () => 0)
    for (let looks = 0; looks < 500_000; looks++) count.countUnlogged()
    expect(count.refusal('inbox')?.failure.message).toContain('events')
    const endless: Strategy = function* () {
      for (;;) yield* inbox('a')
    }
    const log = logAfter()
    await startTestRun(portsWith(log), configFor(endless, { budget: { ...unlimited, steps: 50 } }))
    expect(await replayed(log.events(), endless)).toMatchObject({ divergence: null, reached: 'cut' })
  })

  it('is not counted in a run that goes on from another one, if that one made it', async () => {
    const { events } = await lived(looking)
    const copied = forkedEvents({ events, readBody: storedLog.readBody }, '3', null)
    const start = events.find((event) => event.type === 'run-start')
    if (start?.type !== 'run-start') throw new Error('a log begins with run-start')
    const forkedFrom = { runId: 'run-0', path: '3', copied: copied.length, ms: 0, edited: false, messages: [] }
    const forked = [{ ...start, forkedFrom }, ...copied]
    expect(unloggedPolls(forked, readJournal(forked)).counts('0')).toBe(false)
    expect(unloggedPolls(forked, readJournal(forked)).counts('5')).toBe(true)
    expect(unloggedPolls(events, readJournal(events)).counts('0')).toBe(true)
  })
})

describe('a replay', () => {
  it('answers looks that are not in the log, up to the end, and those that an older version wrote', async () => {
    const { events } = await lived(looking, [[], ['one'], [], ['two']])
    expect(await replayed(events, looking)).toMatchObject({ divergence: null, reached: 'outcome' })
    const one: Strategy = function* () {
      return ended((yield* inbox('messages the user queued')).join())
    }
    const [start, end] = (await lived(one)).events
    const print = 'inbox:ea8252563defa1c74aa0a6b2d7a1e5e8'
    const older = [
      {
        type: 'step-start',
        path: '0',
        print,
        again: false,
        step: 'inbox',
        ask: { purpose: 'messages the user queued' },
      },
      { type: 'step-end', path: '0', step: 'inbox', outcome: { ok: true, value: [] }, durationMs: 1 },
    ] as const
    const log = [start, ...older, end].flatMap((event, seq) => (event ? [{ ...event, seq, at: 0, ms: 0 }] : []))
    expect(await replayed(log, one)).toMatchObject({ divergence: null, reached: 'outcome', steps: 1 })
  })

  it('names a look that a changed strategy makes where the log has another step', async () => {
    const noted: Strategy = function* () {
      yield* note('n', {})
      yield* note('m', {})
      return ended('')
    }
    const looks: Strategy = function* () {
      yield* inbox('a')
      yield* note('m', {})
      return ended('')
    }
    const { events } = await lived(noted)
    expect((await replayed(events, looks)).divergence).toMatchObject({
      path: '0',
      got: expect.stringContaining('inbox'),
    })
    const { events: looked } = await lived(looks)
    expect((await replayed(looked, noted)).divergence).toMatchObject({ path: '0', expected: 'no step here' })
  })
})

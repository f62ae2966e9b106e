import { describe, expect, it } from 'vitest'
import { meter } from '../../src-main/agent/budgets.ts'
import { replayRun } from '../../src-main/agent/replay/replay.ts'
import { depthOf, runLimits } from '../../src-main/agent/run-limits.ts'
import { all, delegate, note, phase, type Routine, type Strategy } from '../../src-main/strategy/steps.ts'
import { type Budget, defaultBudget } from '../../src-shared/strategy/task.ts'
import { type MemoryLog, memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { reply, unlimited } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const ports = (log: MemoryLog) =>
  testPorts(
    log,
    scriptedModel(() => reply('x')),
    { clock: { now: () => 0, elapsed: () => 0 } },
  )

/** Runs a strategy to its end, and replays it. A child run has the same strategy. */
async function ran(strategy: Strategy, budget: Partial<Budget> = {}) {
  const log = memoryLog()
  const buildChild = () => ({ ok: true as const, strategy, version: 'own@1' })
  const what = configFor(strategy, { budget: { ...defaultBudget, ...budget }, buildChild })
  const end = await startTestRun(ports(log), what)
  const read = { events: log.events(), readBody: log.readBody }
  return { end, log, replay: await replayRun(read, { strategy, version: 'own@1', buildChild }) }
}

// biome-ignore lint/correctness/useYield: it asks for nothing on purpose
const nothing = function* (): Routine<number> {
  return 1
}
function* deeper(depth: number): Routine<void> {
  yield* phase('p', deeper(depth + 1), 't', depth)
}
function* wider(depth: number): Routine<unknown> {
  return yield* all(Array.from({ length: 30 }, () => wider(depth + 1)))
}

const emptyPhases: Strategy = function* () {
  for (;;) yield* phase('p', nothing(), 't', 0)
}
const notice = { at: 0, ms: 0, type: 'notice', path: '', level: 'info', text: '' } as const

const endless: readonly (readonly [name: string, strategy: Strategy, says: RegExp, events: number])[] = [
  [
    'phases within phases',
    function* () {
      yield* deeper(0)
      throw new Error('never comes here')
    },
    /nests phases, branches and child runs more than 64 deep/,
    150,
  ],
  ['empty phases', emptyPhases, /limit of 2000 steps/, 4002],
  [
    'empty alls',
    function* () {
      for (;;) yield* all([])
    },
    /limit of 2000 steps/,
    4002,
  ],
  [
    'itself as a child run',
    function* (task) {
      for (;;) yield* delegate({ name: 'own', options: {} }, task)
    },
    /nests phases, branches and child runs more than 64 deep/,
    150,
  ],
  [
    'branches within branches',
    function* () {
      yield* wider(0)
      throw new Error('never comes here')
    },
    /limit of 2000 steps|more than 20000 branches|more than 64 deep/,
    4002,
  ],
  [
    'too many branches at once',
    function* () {
      yield* all(Array.from({ length: 1_000_000 }, nothing))
      throw new Error('never comes here')
    },
    /asked for 1000000 branches at once, and 1000 are the most/,
    4,
  ],
  [
    'empty branches',
    function* () {
      for (;;) yield* all(Array.from({ length: 1000 }, nothing))
    },
    /more than 20000 branches/,
    50,
  ],
  [
    'large notes',
    function* () {
      for (;;) yield* note('a', { text: 'x'.repeat(50_000) })
    },
    /limit of 2 MB in its log/,
    100,
  ],
  [
    'what it catches itself',
    function* () {
      for (;;) {
        try {
          yield* phase('p', deeper(0))
        } finally {
          yield* note('caught', {})
        }
      }
    },
    /nests phases, branches and child runs more than 64 deep/,
    150,
  ],
]

describe('a strategy that asks without end (T36)', () => {
  it.each(endless)('for %s is ended by a limit, told which, and its run replays', async (_, strategy, says, most) => {
    const { end, log, replay } = await ran(strategy, { bytes: 2_000_000 })
    expect(end).toMatchObject({
      status: 'failed',
      failure: { kind: 'budget-spent', message: expect.stringMatching(says), advice: expect.stringContaining('kept') },
    })
    expect(log.appended.length).toBeLessThanOrEqual(most)
    expect(log.appended.at(-1)?.type).toBe('run-end')
    expect(log.size()).toBeLessThan(2_500_000)
    expect(replay).toMatchObject({ divergence: null, reached: 'cut' })
  })

  it('and whose budget has no limit is ended by that of events', () => {
    const past = Array.from({ length: runLimits.events }, (_, seq) => ({ ...notice, seq }))
    const { refusal, groupRefusal } = meter({ ...unlimited, wallMs: null, bytes: null }, past, () => 0)
    for (const refused of [refusal('note'), groupRefusal({ path: '0', branches: 0 })])
      expect(refused?.failure.message).toContain('more than 1000000 events')
  })

  it('hears Stop, whatever it asks for', async () => {
    for (const [, strategy] of endless) {
      const stop = new AbortController()
      const log = memoryLog()
      const buildChild = () => ({ ok: true as const, strategy, version: 'own@1' })
      setTimeout(() => stop.abort(), 1)
      const none = { steps: null, wallMs: null, bytes: null }
      const end = await startTestRun(
        ports(log),
        configFor(strategy, { budget: { ...unlimited, ...none }, buildChild }),
        stop.signal,
      )
      expect(['aborted', 'budget-spent']).toContain(end.failure?.kind)
    }
  })

  it('is stopped without its log being read, if it asked no model', async () => {
    const stop = new AbortController()
    const log = memoryLog({ onEvent: (event) => event.seq === 500 && stop.abort() })
    let reads = 0
    const events = () => {
      reads += 1
      return log.events()
    }
    const end = await startTestRun(ports({ ...log, events }), configFor(emptyPhases), stop.signal)
    expect([end.status, end.messages.length, reads]).toEqual(['aborted', 2, 1])
    expect(log.appended.at(-1)?.type).toBe('run-end')
  })

  it('lets other runs go on meanwhile', async () => {
    const stop = new AbortController()
    const endlessRun = startTestRun(
      ports(memoryLog()),
      configFor(emptyPhases, { budget: { ...unlimited, bytes: null } }),
      stop.signal,
    )
    const other = await startTestRun(ports(memoryLog()), configFor({ name: 'tool-loop', options: {} }))
    expect(other.status).toBe('completed')
    stop.abort()
    expect((await endlessRun).status).toBe('aborted')
  })
})

describe('the depth of a path', () => {
  it.each([
    ['', 0],
    ['3', 0],
    ['3.0', 1],
    ['3.0/12', 1],
    ['3.0/12.4', 2],
  ])('%j is %i', (path, depth) => expect(depthOf(path)).toBe(depth))
})

import { expect, test } from 'vitest'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { expectOneEnd, phasesIn, type Trial, worldOf } from '../kit/agent/agent-lives.ts'
import { configFor } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { builtStrategy, fileOf } from '../kit/agent/isolate-read.ts'

const body = `const plan = yield* s.phase('plan', s.callModel({ role: 'engineer', messages: task.messages }))
  const work = yield* s.phase('work', s.toolLoop(task, { role: 'engineer' }))
  const [one, luck] = yield* s.phase('look', s.all([s.check('npm test'), s.random('a coin')]))
  yield* s.note('looked', { exitCode: one.exitCode, luck: luck < 2 })
  const text = plan.message.text + work.text + one.exitCode + new Map([['luck', luck]]).get('luck')
  return s.outcomeOf(task, { text, added: work.added, calls: work.calls, meta: { luck } })`

const trial: Trial = {
  choice: { name: 'chat', options: {} },
  task: configFor({ name: 'chat', options: {} }).task,
  script: ({ messages }) => {
    const results = messages.filter((each) => each.role === 'tool').length
    return results === 0 && messages.length > 1 ? reply('', [call('1', 'write_file', { path: 'a' })]) : reply('said ')
  },
}

/** The phases that had begun and not ended. */
function openPhases(events: readonly StoredEvent[]): string[] {
  const ended = new Set(events.flatMap((event) => (event.type === 'phase-end' ? [event.path] : [])))
  return events.flatMap((event) => (event.type === 'phase-start' && !ended.has(event.path) ? [event.name] : []))
}

test('a strategy of a user is resumed after a crash in every phase, and ends the same, with nothing done twice (T1)', async () => {
  const strategy = await builtStrategy(fileOf(body))
  const whole = await worldOf(trial).live({ strategy })
  expect(whole.end).toMatchObject({ status: 'completed', text: expect.stringMatching(/^said said 0/) })
  const diedIn = new Set<string>()
  // Each life starts an engine: every third write is near enough to be in each phase more than once.
  for (let diesAt = 1; ; diesAt += 3) {
    const world = worldOf(trial)
    const first = await world.live({ diesAt, strategy })
    if (!first.dead) break
    if (first.events.length === 0) continue
    const second = await world.live({ past: first.events, bodies: first.bodies, strategy })
    expect([second.end.status, second.end.text, second.end.meta]).toEqual([
      whole.end.status,
      whole.end.text,
      whole.end.meta,
    ])
    expectOneEnd(second.events)
    expect(world.done.length).toBeLessThanOrEqual(1)
    for (const name of openPhases(first.events)) diedIn.add(name)
  }
  expect([...diedIn].sort()).toEqual(phasesIn(whole.events).toSorted())
}, 90_000)

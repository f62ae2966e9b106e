import { describe, expect, it } from 'vitest'
import type { RunEnd } from '../../src-main/agent/run-end.ts'
import { strategyInfos } from '../../src-main/strategy/registry.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { expectOneEnd, phasesIn, type Trial, worldOf } from '../kit/agent/agent-lives.ts'
import { familyTrials } from '../kit/agent/agent-trials.ts'

/** A call that was interrupted answers that its outcome is unknown; all else of the end must be the same. */
const bare = (end: RunEnd) => ({
  status: end.status,
  text: end.text,
  meta: end.meta,
  messages: end.messages.map((message) => (message.role === 'tool' ? { ...message, text: 'result' } : message)),
})

/** Crashed at each write to the log in turn and resumed, it ends as if nothing had happened. */
async function survivesAnyCrash(trial: Trial): Promise<void> {
  const once = worldOf(trial)
  const whole = await once.live()
  const calls = once.requestCount()
  const diedIn = new Set<string>()
  for (let diesAt = 1; ; diesAt++) {
    const world = worldOf(trial)
    const first = await world.live({ diesAt })
    if (!first.dead) break
    if (first.events.length === 0) continue
    const ended = first.events.filter((event) => event.type === 'model-end').length
    const requestCount = world.requestCount()
    const second = await world.live({ past: first.events, bodies: first.bodies })
    expect(bare(second.end)).toEqual(bare(whole.end))
    expectOneEnd(second.events)
    expect(world.requestCount() - requestCount).toBe(calls - ended)
    const written = world.done.filter((each) => each.startsWith('write_file'))
    expect(new Set(written).size).toBe(written.length)
    for (const name of openPhases(first.events)) diedIn.add(name)
  }
  expect([...diedIn].toSorted()).toEqual(phasesIn(whole.events).toSorted())
}

/** The phases that had begun and not ended. */
function openPhases(events: readonly StoredEvent[]): string[] {
  const ended = new Set(events.flatMap((event) => (event.type === 'phase-end' ? [event.path] : [])))
  return events.flatMap((event) => (event.type === 'phase-start' && !ended.has(event.path) ? [event.name] : []))
}

describe.each(Object.entries(familyTrials))('%s, carried out by the agent', (name, trial) => {
  it('goes through every phase that it declares, along the moves of its phase map, and ends once', async () => {
    const whole = await worldOf(trial).live()
    expect(whole.end).toMatchObject({ status: 'completed', text: trial.text })
    expectOneEnd(whole.events)
    const { phases } = strategyInfos().find((info) => info.name === name) ?? { phases: [] }
    expect(phasesIn(whole.events).toSorted()).toEqual(phases.map((phase) => phase.name).toSorted())
    const gone = whole.events.flatMap((event) => (event.type === 'phase-start' ? [event.name] : []))
    for (const [at, next] of gone.entries()) {
      const before = phases.find((phase) => phase.name === gone[at - 1])
      if (before !== undefined) expect([...before.to, before.name === next ? next : null]).toContain(next)
    }
  })

  it('is stopped at any event, in every phase, once and whole (T11)', async () => {
    const whole = await worldOf(trial).live()
    const stoppedIn = new Set<string>()
    // After the last step there is nothing left to stop: the end of its phase and of the run.
    const steps = whole.events.slice(
      0,
      whole.events.findLastIndex((event) => !/^(phase|run)-end$/.test(event.type)) + 1,
    )
    for (const { seq } of steps) {
      const { end, events } = await worldOf(trial).live({ stopAt: (event) => event.seq === seq })
      expect(end.status).toBe('aborted')
      expectOneEnd(events)
      expect(end.messages[0]).toEqual({ role: 'user', text: 'Mend the total.' })
      expect(end.messages.at(-1)?.role).toBe('assistant')
      const phase = events.findLast((event) => event.type === 'phase-start')
      if (phase?.type === 'phase-start') stoppedIn.add(phase.name)
    }
    expect([...stoppedIn].toSorted()).toEqual(phasesIn(whole.events).toSorted())
  })

  it('is resumed after a crash at any write, in every phase, and ends the same; nothing is written twice (T1)', async () => {
    await survivesAnyCrash(trial)
  })

  it('is the same inside conversation, and inside retry, where it survives crashes too', async () => {
    for (const wrapper of ['conversation', 'retry']) {
      const wrapped = { ...trial, choice: { name: wrapper, options: {}, inner: trial.choice } }
      const { end, events } = await worldOf(wrapped).live()
      expect(end).toMatchObject({ status: 'completed', text: trial.text })
      expectOneEnd(events)
    }
    const retried = { name: 'retry', options: {}, inner: trial.choice }
    await survivesAnyCrash({ ...trial, choice: { name: 'conversation', options: {}, inner: retried } })
  })
})

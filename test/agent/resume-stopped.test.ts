import { describe, expect, it } from 'vitest'
import { resumedEvents } from '../../src-main/agent/fork/fork-log.ts'
import { replayRun } from '../../src-main/agent/replay/replay.ts'
import type { RunEvent, StoredEvent } from '../../src-shared/run/event.ts'
import { choiceLabel } from '../../src-shared/strategy/strategy-info.ts'
import { expectOneEnd } from '../kit/agent/agent-lives.ts'
import { configFor } from '../kit/agent/agent-ports.ts'
import { everyChoice, type Life, liveOnce, newWorld } from '../kit/agent/registry-runs.ts'

/** The beginning of the log with which a stopped run goes on, as the host writes it. */
function goneOn(life: Life): Life {
  const copied = resumedEvents({ ...life, readBody: (ref) => life.bodies.get(ref) ?? '' })
  const [first] = life.events
  if (first?.type !== 'run-start') throw new Error('no first event')
  const ms = copied.at(-1)?.ms ?? 0
  const forkedFrom = { runId: first.runId, path: '', copied: copied.length, ms, edited: false, messages: [] }
  const events: RunEvent[] = [{ ...first, runId: 'run-2', forkedFrom }, ...copied]
  return { ...life, events }
}

const starts = (events: readonly StoredEvent[]) =>
  events.flatMap((event) => (/^(model|tool|step)-start$/.test(event.type) && 'path' in event ? [event.path] : []))
/** Steps that came to an answer which was not Stop. */
const finished = (events: readonly StoredEvent[]) =>
  events.flatMap((event) => {
    const leaf = event.type === 'model-end' || event.type === 'tool-end' || event.type === 'step-end'
    return leaf && (event.outcome.ok || event.outcome.failure.kind !== 'aborted') ? [event.path] : []
  })

describe.each(everyChoice.map((choice) => [choiceLabel(choice), choice] as const))('%s', (_, choice) => {
  it('stopped at any event, goes on to an end, and does nothing finished twice', async () => {
    const whole = await liveOnce(choice)
    // A stop in a copy of the files starts that phase anew in another copy, with paths of its own.
    const copies = whole.events.some((event) => event.type === 'phase-start' && event.copy !== undefined)
    let stops = 0
    for (let seq = 0; seq < whole.events.length - 1; seq++) {
      const world = newWorld()
      const stopped = await liveOnce(choice, world, undefined, undefined, seq)
      if (stopped.end.status !== 'aborted') continue
      stops += 1
      const past = goneOn(stopped)
      expect(past.events.map((event) => event.seq)).toEqual(past.events.map((__, index) => index))
      const requestCount = world.model.received.length
      const done = await liveOnce(choice, world, past)
      expectOneEnd(done.events)
      expect(done.end.status, `stopped at ${seq}`).toBe(whole.end.status)
      const again = starts(done.events.slice(past.events.length))
      expect(again.filter((path) => finished(stopped.events).includes(path))).toEqual([])
      expect(done.end.totals.modelCalls).toBe(world.model.received.length - requestCount)
      if (copies) continue
      const log = { events: done.events, readBody: (ref: string) => done.bodies.get(ref) ?? '' }
      expect((await replayRun(log, configFor(choice))).divergence).toBeNull()
    }
    expect(stops).toBeGreaterThan(1)
  })
})
